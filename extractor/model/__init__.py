"""The nouns every stage shares: releases, bundles, schemas, findings, inventories and changes."""
