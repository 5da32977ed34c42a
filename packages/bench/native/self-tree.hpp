// A box tree over triangles, halved at the median of the rest shape, refitted in single precision, walked against itself.
#pragma once

#include <algorithm>
#include <numeric>

#include "float-box.hpp"
#include "peer.hpp"

class SelfTree {
 public:
  explicit SelfTree(const Mesh& mesh) : mesh_(mesh), order_(mesh.triangles.size()), nodes_(2 * mesh.triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    if (!order_.empty()) build(0, uint32_t(order_.size()), 0);
  }

  /** `bound(triangle, low, high)` writes the box of a triangle: three doubles each. */
  template <class Bound>
  void refit(const Bound& bound) {
    for (size_t n = 2 * order_.size(); n-- > 1;) {  // children come after their parent
      Node& node = nodes_[n - 1];
      if (node.size == 1) {
        double low[3], high[3];
        bound(order_[node.first], low, high);
        for (int k = 0; k < 3; k++) node.low[k] = roundDown(low[k]), node.low[3 + k] = -roundUp(high[k]);
      } else {
        const Node &left = nodes_[n], &right = nodes_[n - 1 + rightOffset(node.size)];
        for (int k = 0; k < 6; k++) node.low[k] = std::min(left.low[k], right.low[k]);
      }
    }
  }

  /** `visit(s, t)`: every two triangles whose boxes overlap, once, in any order. */
  template <class Visit>
  void findPairs(const Visit& visit) const {
    if (!order_.empty()) testWithin(0, visit);
  }

 private:
  /** Box as low x, y, z, then -high x, y, z: so that one minimum joins and eight floats are one load. A leaf is one triangle. */
  struct alignas(32) Node {
    float low[6];
    uint32_t first, size;
  };

  /** A tree over n triangles has 2n - 1 nodes; the left half comes right after its parent. */
  static uint32_t rightOffset(uint32_t size) { return 2 * (size / 2); }

  void build(uint32_t first, uint32_t size, uint32_t n) {
    nodes_[n] = {{}, first, size};
    if (size == 1) return;
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = first; i < first + size; i++) {
      for (int k = 0; k < 3; k++) low[k] = std::min(low[k], middle(order_[i], k)), high[k] = std::max(high[k], middle(order_[i], k));
    }
    int axis = 0;
    for (int k = 1; k < 3; k++) {
      if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
    }
    const auto begin = order_.begin() + first;
    std::nth_element(begin, begin + size / 2, begin + size, [&](uint32_t a, uint32_t b) { return middle(a, axis) < middle(b, axis); });
    build(first, size / 2, n + 1);
    build(first + size / 2, size - size / 2, n + rightOffset(size));
  }

  double middle(uint32_t triangle, int axis) const {
    const auto& [a, b, c] = mesh_.triangles[triangle];
    const double* p = mesh_.positions.data() + axis;
    return p[3 * size_t(a)] + p[3 * size_t(b)] + p[3 * size_t(c)];
  }

  static bool overlap(const Node& a, const Node& b) {
    return (a.low[0] <= -b.low[3]) & (a.low[1] <= -b.low[4]) & (a.low[2] <= -b.low[5]) & (b.low[0] <= -a.low[3]) & (b.low[1] <= -a.low[4]) &
           (b.low[2] <= -a.low[5]);
  }

  template <class Visit>
  void testWithin(uint32_t n, const Visit& visit) const {
    if (nodes_[n].size == 1) return;
    const uint32_t right = n + rightOffset(nodes_[n].size);
    testWithin(n + 1, visit);
    testWithin(right, visit);
    testBetween(n + 1, right, visit);
  }

  template <class Visit>
  void testBetween(uint32_t m, uint32_t n, const Visit& visit) const {
    const Node &a = nodes_[m], &b = nodes_[n];
    if (!overlap(a, b)) return;
    if (a.size == 1 && b.size == 1) return visit(order_[a.first], order_[b.first]);
    if (a.size >= b.size) {
      testBetween(m + 1, n, visit);
      testBetween(m + rightOffset(a.size), n, visit);
    } else {
      testBetween(m, n + 1, visit);
      testBetween(m, n + rightOffset(b.size), visit);
    }
  }

  const Mesh& mesh_;
  std::vector<uint32_t> order_;  // triangle of each leaf
  std::vector<Node> nodes_;
};
