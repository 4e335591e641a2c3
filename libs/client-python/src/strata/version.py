"""The version of the client, which is that of the interface that it was made for."""

VERSION = "0.1.0"
