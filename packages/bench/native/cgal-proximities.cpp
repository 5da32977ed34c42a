// CGAL's box_self_intersection_d on boxes grown by half of the distance, and its squared_distance of two triangles. It keeps no tree to refit.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/squared_distance_3.h>
#include <CGAL/version.h>

#include <cstring>

#include "peer.hpp"
#include "triangle-distance.hpp"

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

static double wantedDistance;

class CgalPeer {
 public:
  explicit CgalPeer(const Mesh& mesh) : mesh_(mesh), close_(mesh, wantedDistance), boxes_(mesh.triangles.size()), pointers_(boxes_.size()) {}

  void update() {
    close_.begin();
    for (uint32_t t = 0; t < boxes_.size(); t++) {
      double low[3], high[3];
      close_.box(t, low, high);
      boxes_[t] = Box(low, high, t);
    }
  }

  size_t query() {
    for (size_t t = 0; t < boxes_.size(); t++) pointers_[t] = &boxes_[t];
    size_t pairs = 0;
    const auto testPair = [&](const Box* first, const Box* second) {
      const auto &s = mesh_.triangles[first->info()], &t = mesh_.triangles[second->info()];
      if (!shareVertex(s, t)) pairs += CGAL::squared_distance(triangle(s), triangle(t)) <= wantedDistance * wantedDistance;
    };
    CGAL::box_self_intersection_d(pointers_.begin(), pointers_.end(), testPair, std::ptrdiff_t(2000));  // see cgal.cpp
    return pairs;
  }

 private:
  using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, uint32_t, CGAL::Box_intersection_d::ID_FROM_BOX_ADDRESS>;

  Kernel::Triangle_3 triangle(const std::array<uint32_t, 3>& corners) const {
    const auto point = [&](uint32_t v) {
      const double* p = mesh_.positions.data() + 3 * size_t(v);
      return Kernel::Point_3(p[0], p[1], p[2]);
    };
    return {point(corners[0]), point(corners[1]), point(corners[2])};
  }

  const Mesh& mesh_;
  CloseTriangles close_;
  std::vector<Box> boxes_;
  std::vector<const Box*> pointers_;
};

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--version") == 0) return std::puts("CGAL " CGAL_VERSION_STR) < 0;
  wantedDistance = parseDistance(count, arguments);
  return serve<CgalPeer>();
}
