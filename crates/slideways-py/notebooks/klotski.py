# %% [markdown]
# # The state graph of Klotski
#
# 25,955 arrangements can be reached from the start of Klotski. As a graph they can be asked anything that networkx
# knows.

# %%
import networkx as nx
import numpy as np
import slideways as sw

klotski = sw.puzzle("klotski")
space = klotski.explore(style="step")
space

# %%
graph = space.graph()
print(graph, "diameter", space.diameter().moves)
print("hardest start:", space.hardest(1)[0].position, "with", len(space.hardest(1)[0].solve(style="step")), "steps")

# %% [markdown]
# Which states must every solution pass? Those whose removal cuts the start off from all goals: the dominators. They
# are among the articulation points of the graph.

# %%
network = graph.to_networkx()
assert nx.is_connected(network)
cuts = set(nx.articulation_points(network))
print(f"{len(cuts)} articulation points, {network.number_of_edges() / network.number_of_nodes():.2f} edges per state")

# %% [markdown]
# Every edge joins states whose distances differ by at most one. Where they are equal, the graph is not bipartite.

# %%
change = np.abs(graph.from_start[graph.edges[:, 0]] - graph.from_start[graph.edges[:, 1]])
print("edges within a layer:", int((change == 0).sum()), "between layers:", int((change == 1).sum()))
assert change.max() == 1

# %% [markdown]
# How many states are so hard, as seen from the goal and from the start?

# %%
print("goals:", int((graph.to_goal == 0).sum()), "hardest:", int(graph.to_goal.max()), "steps")
klotski
