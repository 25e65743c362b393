# %% [markdown]
# # Korf's hundred, re-measured
#
# In 1985 Richard Korf solved a hundred random positions of the 15-puzzle with IDA* and the Manhattan distance,
# the first shortest solutions of random positions. Here are the same hundred, with proved lengths.

# %%
import os
import time

import numpy as np
import slideways as sw

korf = sw.tiles.set("korf15")
print(korf.title)
print(f"{len(korf.positions)} positions, goal {korf.goal}, {korf.optimum.mean():.2f} moves on average")

# %% [markdown]
# How much does the Manhattan distance know? The rest is what the search has to find out.

# %%
manhattan = sw.tiles.heuristic(korf.positions, "manhattan", goal=korf.goal)
missing = korf.optimum - manhattan
print(f"Manhattan distance {manhattan.mean():.2f} on average, {missing.mean():.2f} too low, at most {missing.max()}")

# %% [markdown]
# Solve the positions, the shortest first. All hundred take some seconds with optimised code; the tests of the package
# solve only a few.

# %%
order = np.argsort(korf.optimum, kind="stable")
chosen = order[:8] if "SLIDEWAYS_QUICK" in os.environ else order
begun = time.perf_counter()
distances = sw.tiles.solve_many(korf.positions[chosen], goal=korf.goal)
print(f"{len(chosen)} positions in {time.perf_counter() - begun:.1f} s")
assert (distances == korf.optimum[chosen]).all(), "every length is the one that Korf proved"

# %% [markdown]
# One of them as a film.

# %%
easiest = sw.tiles(korf.positions[int(order[0])], goal=korf.goal)
solution = easiest.solve()
print(repr(solution))
solution
