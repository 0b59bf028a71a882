-- Days that were only degraded are settled from now on: what was settled before does not know of them, and is settled anew.
DELETE FROM "settled_outages";
