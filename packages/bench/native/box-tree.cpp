// A yardstick: what a plain box tree costs in C++ if it is written for this and nothing else. One tree over the triangles, halved at
// the median of the rest shape, boxes refitted to each pose in single precision, walked against itself.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "float-box.hpp"
#include "peer.hpp"
#include "triangles-intersect.hpp"

class BoxTreePeer {
 public:
  explicit BoxTreePeer(const Mesh& mesh) : mesh_(mesh), order_(mesh.triangles.size()), nodes_(2 * mesh.triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    if (order_.empty()) return;
    build(0, uint32_t(order_.size()), 0);
    // vertices in the order in which the leaves need them, so that neighbours in the tree are neighbours in memory
    std::vector<uint32_t> number(mesh.positions.size() / 3, UINT32_MAX);
    for (const uint32_t triangle : order_) {
      std::array<uint32_t, 3> corners;
      for (int k = 0; k < 3; k++) {
        uint32_t& own = number[mesh.triangles[triangle][k]];
        if (own == UINT32_MAX) own = uint32_t(source_.size()), source_.push_back(mesh.triangles[triangle][k]);
        corners[k] = own;
      }
      triangles_.push_back(corners);
    }
    points_.resize(source_.size());
    update();
  }

  void update() {
    for (size_t v = 0; v < source_.size(); v++) std::memcpy(&points_[v], &mesh_.positions[3 * size_t(source_[v])], sizeof(Vec));
    if (triangles_.empty()) return;
    PoseBound bound;
    for (size_t n = 2 * triangles_.size() - 1; n-- > 0;) {  // children come after their parent
      Node& node = nodes_[n];
      if (node.size == 1) {
        const Vec &a = points_[triangles_[node.first][0]], &b = points_[triangles_[node.first][1]], &c = points_[triangles_[node.first][2]];
        const auto low = [](double p, double q, double r) { return roundDown(std::min(p, std::min(q, r))); };
        const auto negatedHigh = [](double p, double q, double r) { return -roundUp(std::max(p, std::max(q, r))); };
        node.low[0] = low(a.x, b.x, c.x), node.low[1] = low(a.y, b.y, c.y), node.low[2] = low(a.z, b.z, c.z);
        node.low[3] = negatedHigh(a.x, b.x, c.x), node.low[4] = negatedHigh(a.y, b.y, c.y), node.low[5] = negatedHigh(a.z, b.z, c.z);
        // with the outward rounding, which decides what overlaps
        const auto extent = [&](int k) { return -double(node.low[3 + k]) - node.low[k]; };
        bound.add(extent(0), extent(1), extent(2));
      } else {
        const Node &left = nodes_[n + 1], &right = nodes_[n + rightOffset(node.size)];
        for (int k = 0; k < 6; k++) node.low[k] = std::min(left.low[k], right.low[k]);
      }
    }
    bound_ = bound.value();
  }

  size_t query() {
    pairs_ = 0;
    if (!triangles_.empty()) testWithin(0);
    return pairs_;
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

  void testWithin(uint32_t n) {
    if (nodes_[n].size == 1) return;
    const uint32_t right = n + rightOffset(nodes_[n].size);
    testWithin(n + 1);
    testWithin(right);
    testBetween(n + 1, right);
  }

  void testBetween(uint32_t m, uint32_t n) {
    const Node &a = nodes_[m], &b = nodes_[n];
    if (!overlap(a, b)) return;
    if (a.size == 1 && b.size == 1) return testPair(triangles_[a.first], triangles_[b.first]);
    if (a.size >= b.size) {
      testBetween(m + 1, n);
      testBetween(m + rightOffset(a.size), n);
    } else {
      testBetween(m, n + 1);
      testBetween(m, n + rightOffset(b.size));
    }
  }

  void testPair(const std::array<uint32_t, 3>& s, const std::array<uint32_t, 3>& t) {
    if (shareVertex(s, t)) return;
    const Vec a[3] = {points_[s[0]], points_[s[1]], points_[s[2]]};
    const Vec b[3] = {points_[t[0]], points_[t[1]], points_[t[2]]};
    pairs_ += trianglesIntersect(a, b, bound_);
  }

  const Mesh& mesh_;
  std::vector<uint32_t> order_, source_;  // triangle of each leaf; vertex of the mesh of each own vertex
  std::vector<std::array<uint32_t, 3>> triangles_;
  std::vector<Vec> points_;
  std::vector<Node> nodes_;
  double bound_ = 0;
  size_t pairs_ = 0;
};

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--version") == 0) return 0;
  return serve<BoxTreePeer>();
}
