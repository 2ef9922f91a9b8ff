"""Events under load: the standings of a large open, and a tournament day with 200 phones."""

from bench.load import phones, standings


def main() -> None:
    standings.main()
    phones.main()


if __name__ == "__main__":
    main()
