// A yardstick for proximities: one box tree, boxes grown by half of the distance, plain distances of the triangles left.
#include <cstring>

#include "self-tree.hpp"
#include "triangle-distance.hpp"

static double wantedDistance;

class ProximityPeer {
 public:
  explicit ProximityPeer(const Mesh& mesh) : close_(mesh, wantedDistance), tree_(mesh) {}

  void update() {
    close_.begin();
    tree_.refit([&](uint32_t triangle, double* low, double* high) { close_.box(triangle, low, high); });
  }

  size_t query() {
    size_t pairs = 0;
    tree_.findPairs([&](uint32_t s, uint32_t t) { pairs += close_.areClose(s, t); });
    return pairs;
  }

 private:
  CloseTriangles close_;
  SelfTree tree_;
};

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--version") == 0) return 0;
  wantedDistance = parseDistance(count, arguments);
  return serve<ProximityPeer>();
}
