"""Run the benchmarks: ``python -m tests.bench``."""

from __future__ import annotations

from tests.bench import bench_sight

if __name__ == "__main__":
    bench_sight.main()
