"""``python -m pnp.cli`` is ``pnp``: words go in, an exit code comes out."""

from pnp.cli.main import main

if __name__ == "__main__":
    main()
