"""Tests of the acquire stage: containers, archives, the npm client, the cache, and real releases."""
