// What every native peer shares: the mesh, how it talks to the benchmark, and which pairs count.
//
// A peer is a child process. It reads from standard input and answers on standard output, numbers in the machine's byte order:
//   first      uint32 vertices, uint32 triangles, uint32[3 · triangles], double[3 · vertices]   → double prepare ms
//   each pose  double[3 · vertices]                                                             → double update ms, query ms, pairs
//   end of input: the peer ends.
// Times are taken here, with a steady clock, so that reading and writing are not part of them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Mesh {
  std::vector<std::array<uint32_t, 3>> triangles;
  std::vector<double> positions;  // x, y, z of every vertex
};

/** Pairs count only if they share no vertex. Nine comparisons without a branch: nearly all candidates are neighbours, and random ones. */
inline bool shareVertex(const std::array<uint32_t, 3>& s, const std::array<uint32_t, 3>& t) {
  return (s[0] == t[0]) | (s[0] == t[1]) | (s[0] == t[2]) | (s[1] == t[0]) | (s[1] == t[1]) | (s[1] == t[2]) |
         (s[2] == t[0]) | (s[2] == t[1]) | (s[2] == t[2]);
}

inline double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/** False at the end of input. Input that ends within a message is an error of the other side. */
template <class Value>
bool readArray(Value* into, size_t count) {
  const size_t read = std::fread(into, sizeof(Value), count, stdin);
  if (read == count) return true;
  if (read == 0 && std::feof(stdin)) return false;
  std::fprintf(stderr, "peer: input ended within a message.\n");
  std::exit(1);
}

template <size_t count>
void answer(const std::array<double, count>& values) {
  std::fwrite(values.data(), sizeof(double), count, stdout);
  std::fflush(stdout);
}

/** Runs a peer until its input ends. `Peer(mesh)` prepares; `update()` follows new numbers in `mesh.positions`; `query()` counts pairs. */
template <class Peer>
int serve() {
  std::array<uint32_t, 2> counts;
  if (!readArray(counts.data(), 2)) return 0;
  Mesh mesh;
  mesh.positions.resize(3 * size_t(counts[0]));
  mesh.triangles.resize(counts[1]);
  readArray(mesh.triangles.data(), mesh.triangles.size());
  readArray(mesh.positions.data(), mesh.positions.size());
  const auto begun = std::chrono::steady_clock::now();
  Peer peer(mesh);
  answer<1>({millisecondsSince(begun)});
  while (readArray(mesh.positions.data(), mesh.positions.size())) {
    const auto started = std::chrono::steady_clock::now();
    peer.update();
    const double update = millisecondsSince(started);
    const auto updated = std::chrono::steady_clock::now();
    const double pairs = double(peer.query());
    answer<3>({update, millisecondsSince(updated), pairs});
  }
  return 0;
}
