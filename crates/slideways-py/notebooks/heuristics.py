# %% [markdown]
# # Heuristics compared on exact samples
#
# Random positions of the 15-puzzle are nearly all between 45 and 60 moves from the goal, so a mean over them says
# little about the others. Samples at exact distances do.

# %%
import numpy as np
import slideways as sw

SIZE = (3, 4)
names = sw.tiles.heuristics(SIZE)
print(names)

# %%
print("distance", *(f"{name:>16}" for name in names))
for distance in range(5, 53, 8):
    sample = sw.tiles.sample(SIZE, distance=distance, n=200, seed=distance)
    means: list[float] = []
    for name in names:
        values = sw.tiles.heuristic(sample, name, size=SIZE)
        assert (values <= distance).all(), "an admissible heuristic is never too high"
        means.append(float(values.mean()))
    print(f"{distance:8}", *(f"{mean:16.2f}" for mean in means))

# %% [markdown]
# The hardest positions of the board: how far off is each heuristic there?

# %%
layers = sw.tiles.layers(SIZE)
hardest = sw.tiles.sample(SIZE, distance=len(layers) - 1, n=10, seed=1)
print(f"{layers[-1]} positions need {len(layers) - 1} moves")
for name in names:
    values = sw.tiles.heuristic(hardest, name, size=SIZE)
    print(f"{name:>16}: {np.unique(values).tolist()}")
sw.tiles(hardest[0], size=SIZE)
