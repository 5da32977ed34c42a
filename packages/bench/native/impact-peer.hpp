// What the peers for impacts share: a tree of swept boxes that hands every elementary pair once to a test, and how they talk to the benchmark.
//
// Test::find<kind>(pair, tolerance) has the first time at which the pair meets, or -1. A peer reads and answers, numbers in the machine's byte order:
//   --pairs: again and again  double pairs, kind (0: vertex and triangle, 1: edges), tolerance, then double[24 · pairs], four points at t0, four at t1
//                             → double ms, double[pairs] times, -1 for none
//   else     first      uint32 vertices, uint32 triangles, uint32[3 · triangles], double[3 · vertices]   → double prepare ms
//            each step  double tolerance, seconds after which to stop, double[3 · vertices] at t0, the same at t1
//                       → double update ms, query ms, tests, whether it was not stopped, vertex impacts n, edge impacts m, then n · (vertex, triangle, time), m · (a, b, c, d, time)
#pragma once

#include <cstring>

#include "moving-pair.hpp"
#include "self-tree.hpp"

template <class Test>
class ImpactPeer {
 public:
  std::vector<double> next;
  double tolerance = 0;
  std::vector<std::array<double, 3>> vertexImpacts;
  std::vector<std::array<double, 5>> edgeImpacts;
  size_t tests = 0;
  double seconds = HUGE_VAL;
  bool stopped = false;

  explicit ImpactPeer(const Mesh& mesh)
      : next(mesh.positions), mesh_(mesh), tree_(mesh), owned_(mesh.triangles.size(), 0), swept_(mesh.positions.size() / 3) {
    // (v, T) is tested where v's owner meets T, (e, f) where their owners meet: each once
    std::vector<char> taken(mesh.positions.size() / 3, 0);
    std::vector<std::array<uint32_t, 3>> edges;  // smaller end, larger end, place
    for (uint32_t t = 0; t < mesh.triangles.size(); t++) {
      for (uint32_t k = 0; k < 3; k++) {
        const uint32_t v = mesh.triangles[t][k], w = mesh.triangles[t][(k + 1) % 3];
        if (!taken[v]) taken[v] = 1, owned_[t] |= 1 << k;
        edges.push_back({std::min(v, w), std::max(v, w), 3 * t + k});
      }
    }
    std::sort(edges.begin(), edges.end());
    for (size_t i = 0; i < edges.size(); i++) {
      if (i > 0 && edges[i][0] == edges[i - 1][0] && edges[i][1] == edges[i - 1][1]) continue;
      owned_[edges[i][2] / 3] |= 8 << edges[i][2] % 3;
    }
  }

  void update() {
    for (size_t v = 0; v < swept_.size(); v++) {
      for (int k = 0; k < 3; k++) {
        const double a = mesh_.positions[3 * v + k], b = next[3 * v + k];
        swept_[v].low[k] = std::min(a, b), swept_[v].high[k] = std::max(a, b);
      }
    }
    tree_.refit([&](uint32_t triangle, double* low, double* high) {
      const Box box = join(join(swept_[mesh_.triangles[triangle][0]], swept_[mesh_.triangles[triangle][1]]), swept_[mesh_.triangles[triangle][2]]);
      std::memcpy(low, box.low, sizeof box.low), std::memcpy(high, box.high, sizeof box.high);
    });
  }

  void query() {
    vertexImpacts.clear(), edgeImpacts.clear(), tests = 0, stopped = false;
    started_ = std::chrono::steady_clock::now();
    tree_.findPairs([&](uint32_t s, uint32_t t) {
      if (stopped) return;
      testVertices(s, t);
      testVertices(t, s);
      if ((owned_[s] & 56) && (owned_[t] & 56)) testEdges(s, t);
    });
  }

 private:
  struct Box {
    double low[3], high[3];
  };

  static Box join(const Box& a, const Box& b) {
    Box out;
    for (int k = 0; k < 3; k++) out.low[k] = std::min(a.low[k], b.low[k]), out.high[k] = std::max(a.high[k], b.high[k]);
    return out;
  }

  static bool overlap(const Box& a, const Box& b) {
    return (a.low[0] <= b.high[0]) & (a.low[1] <= b.high[1]) & (a.low[2] <= b.high[2]) & (b.low[0] <= a.high[0]) & (b.low[1] <= a.high[1]) &
           (b.low[2] <= a.high[2]);
  }

  template <Kind kind>
  double test(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    if (++tests % 256 == 0 && millisecondsSince(started_) > 1000 * seconds) stopped = true;
    MovingPair pair;
    const uint32_t at[4] = {a, b, c, d};
    for (int k = 0; k < 4; k++) {
      std::memcpy(&pair.at0[k], &mesh_.positions[3 * size_t(at[k])], sizeof(Vec));
      std::memcpy(&pair.at1[k], &next[3 * size_t(at[k])], sizeof(Vec));
    }
    return test_.template find<kind>(pair, tolerance);
  }

  void testVertices(uint32_t s, uint32_t t) {
    if (!(owned_[s] & 7)) return;
    const auto& [a, b, c] = mesh_.triangles[t];
    const Box triangle = join(join(swept_[a], swept_[b]), swept_[c]);
    for (int k = 0; k < 3; k++) {
      const uint32_t v = mesh_.triangles[s][k];
      if (!(owned_[s] & 1 << k) || v == a || v == b || v == c || !overlap(swept_[v], triangle)) continue;
      const double time = test<Kind::vertexTriangle>(v, a, b, c);
      if (time >= 0) vertexImpacts.push_back({double(v), double(t), time});
    }
  }

  void testEdges(uint32_t s, uint32_t t) {
    const auto &p = mesh_.triangles[s], &q = mesh_.triangles[t];
    Box boxes[3];
    for (int j = 0; j < 3; j++) boxes[j] = join(swept_[q[j]], swept_[q[(j + 1) % 3]]);
    for (int i = 0; i < 3; i++) {
      if (!(owned_[s] & 8 << i)) continue;
      const uint32_t a = p[i], b = p[(i + 1) % 3];
      const Box box = join(swept_[a], swept_[b]);
      for (int j = 0; j < 3; j++) {
        const uint32_t c = q[j], d = q[(j + 1) % 3];
        if (!(owned_[t] & 8 << j) || a == c || a == d || b == c || b == d || !overlap(box, boxes[j])) continue;
        const double time = test<Kind::edgeEdge>(a, b, c, d);
        if (time >= 0) edgeImpacts.push_back({double(a), double(b), double(c), double(d), time});
      }
    }
  }

  std::chrono::steady_clock::time_point started_;
  const Mesh& mesh_;
  SelfTree tree_;
  Test test_;
  std::vector<uint8_t> owned_;  // a bit for each corner, and for each edge from a corner to the next
  std::vector<Box> swept_;      // of each vertex
};

template <class Test>
int servePairs() {
  Test test;
  double head[3];
  std::vector<MovingPair> pairs;
  std::vector<double> times;
  static_assert(sizeof(MovingPair) == 24 * sizeof(double));
  while (readArray(head, 3)) {
    pairs.resize(size_t(head[0]));
    times.resize(pairs.size());
    readArray(pairs.data(), pairs.size());
    const auto started = std::chrono::steady_clock::now();
    for (size_t i = 0; i < pairs.size(); i++) {
      times[i] = head[1] == 0 ? test.template find<Kind::vertexTriangle>(pairs[i], head[2]) : test.template find<Kind::edgeEdge>(pairs[i], head[2]);
    }
    const double took = millisecondsSince(started);
    std::fwrite(&took, sizeof took, 1, stdout);
    std::fwrite(times.data(), sizeof(double), times.size(), stdout);
    std::fflush(stdout);
  }
  return 0;
}

template <class Test>
int serveSteps() {
  std::array<uint32_t, 2> counts;
  if (!readArray(counts.data(), 2)) return 0;
  Mesh mesh;
  mesh.positions.resize(3 * size_t(counts[0]));
  mesh.triangles.resize(counts[1]);
  readArray(mesh.triangles.data(), mesh.triangles.size());
  readArray(mesh.positions.data(), mesh.positions.size());
  const auto begun = std::chrono::steady_clock::now();
  ImpactPeer<Test> peer(mesh);
  answer<1>({millisecondsSince(begun)});
  while (readArray(&peer.tolerance, 1)) {
    readArray(&peer.seconds, 1);
    readArray(mesh.positions.data(), mesh.positions.size());
    readArray(peer.next.data(), peer.next.size());
    const auto started = std::chrono::steady_clock::now();
    peer.update();
    const double update = millisecondsSince(started);
    const auto updated = std::chrono::steady_clock::now();
    peer.query();
    const double query = millisecondsSince(updated);
    answer<6>({update, query, double(peer.tests), double(!peer.stopped), double(peer.vertexImpacts.size()), double(peer.edgeImpacts.size())});
    std::fwrite(peer.vertexImpacts.data(), sizeof peer.vertexImpacts[0], peer.vertexImpacts.size(), stdout);
    std::fwrite(peer.edgeImpacts.data(), sizeof peer.edgeImpacts[0], peer.edgeImpacts.size(), stdout);
    std::fflush(stdout);
  }
  return 0;
}

/** Runs a peer for impacts until its input ends. */
template <class Test>
int serveImpacts(bool pairs) {
  return pairs ? servePairs<Test>() : serveSteps<Test>();
}
