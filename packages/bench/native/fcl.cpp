// FCL's tests of two moving features, pair by pair. FCL has no query that lists a deforming mesh's impacts with itself, so pairs come from our tree of swept boxes.
// Its thresholds are lengths, areas and volumes as they are, whatever the size of the scene: meshes are scaled to a mean edge of 1, as large as its own examples.
#include <fcl/config.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include "impact-peer.hpp"

class FclImpact {
 public:
  template <Kind kind>
  double find(const MovingPair& pair, double tolerance) {
    using Point = fcl::Vector3<double>;
    const double scale = 0x1p-20 / tolerance;  // the tolerance is 2⁻²⁰ of the mean edge
    const auto point = [&](const Vec& p) { return Point(scale * p.x, scale * p.y, scale * p.z); };
    Point p0[4], p1[4], where;
    for (int k = 0; k < 4; k++) p0[k] = point(pair.at0[k]), p1[k] = point(pair.at1[k]);
    double time = 0;
    using Test = fcl::detail::Intersect<double>;
    const bool meet = kind == Kind::vertexTriangle ? Test::intersect_VF(p0[1], p0[2], p0[3], p0[0], p1[1], p1[2], p1[3], p1[0], &time, &where)
                                                   : Test::intersect_EE(p0[0], p0[1], p0[2], p0[3], p1[0], p1[1], p1[2], p1[3], &time, &where);
    return meet ? time : -1;
  }
};

int main(int count, char** arguments) {
  bool pairs = false;
  for (int i = 1; i < count; i++) {
    if (std::strcmp(arguments[i], "--version") == 0) return std::puts("FCL " FCL_VERSION) < 0;
    pairs |= std::strcmp(arguments[i], "--pairs") == 0;
  }
  return serveImpacts<FclImpact>(pairs);
}
