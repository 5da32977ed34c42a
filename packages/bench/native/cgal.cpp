// CGAL, in two forms: `cgal pmp` is Polygon_mesh_processing::self_intersections as its manual shows it, `cgal boxes` calls
// box_self_intersection_d itself, skips neighbours before any geometry and asks CGAL only where plain doubles are in doubt: its own
// do_intersect costs more than the search. Both decide exactly (EPICK). Neither keeps a tree to refit.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>
#include <boost/iterator/function_output_iterator.hpp>

#include <string>

#include "peer.hpp"
#include "triangles-intersect.hpp"

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;

class PmpPeer {
 public:
  explicit PmpPeer(const Mesh& mesh) : mesh_(mesh) {
    std::vector<Point> points;
    for (size_t i = 0; i < mesh.positions.size(); i += 3) {
      points.emplace_back(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]);
    }
    std::vector<std::array<size_t, 3>> faces;
    for (const auto& [a, b, c] : mesh.triangles) faces.push_back({a, b, c});
    origin_.resize(points.size());
    for (size_t i = 0; i < origin_.size(); i++) origin_[i] = uint32_t(i);
    if (!CGAL::Polygon_mesh_processing::is_polygon_soup_a_polygon_mesh(faces)) {
      // a Surface_mesh must be an oriented manifold: turn faces and double vertices, and remember of which vertex they are copies
      Copies copies{origin_};
      CGAL::Polygon_mesh_processing::orient_polygon_soup(points, faces, CGAL::parameters::visitor(copies));
    }
    for (const Point& point : points) surface_.add_vertex(point);
    for (const auto& [a, b, c] : faces) {
      using Vertex = Surface::Vertex_index;
      const auto face = surface_.add_face(Vertex(unsigned(a)), Vertex(unsigned(b)), Vertex(unsigned(c)));
      if (face == Surface::null_face()) {
        std::fprintf(stderr, "cgal pmp: Surface_mesh takes no such face.\n");
        std::exit(1);
      }
      corners_.push_back({origin_[a], origin_[b], origin_[c]});
    }
  }

  void update() {
    const double* p = mesh_.positions.data();
    for (const auto vertex : surface_.vertices()) {
      const double* at = p + 3 * size_t(origin_[size_t(vertex)]);
      surface_.point(vertex) = Point(at[0], at[1], at[2]);
    }
  }

  size_t query() {
    size_t pairs = 0;
    CGAL::Polygon_mesh_processing::self_intersections<CGAL::Sequential_tag>(
        surface_, boost::make_function_output_iterator([&](const std::pair<Surface::Face_index, Surface::Face_index>& found) {
          // it also reports neighbours that overlap, and degenerate faces with themselves
          if (!shareVertex(corners_[size_t(found.first)], corners_[size_t(found.second)])) pairs++;
        }));
    return pairs;
  }

 private:
  using Surface = CGAL::Surface_mesh<Point>;

  struct Copies : CGAL::Polygon_mesh_processing::Default_orientation_visitor {
    explicit Copies(std::vector<uint32_t>& origin) : origin(origin) {}
    void duplicated_vertex(size_t vertex, size_t copy) {
      if (origin.size() <= copy) origin.resize(copy + 1);
      origin[copy] = origin[vertex];
    }
    std::vector<uint32_t>& origin;
  };

  const Mesh& mesh_;
  Surface surface_;
  std::vector<uint32_t> origin_;
  std::vector<std::array<uint32_t, 3>> corners_;
};

class BoxPeer {
 public:
  explicit BoxPeer(const Mesh& mesh) : mesh_(mesh), boxes_(mesh.triangles.size()), pointers_(mesh.triangles.size()) {}

  void update() {
    const double* p = mesh_.positions.data();
    bound_ = PoseBound();
    for (uint32_t t = 0; t < boxes_.size(); t++) {
      const auto& [a, b, c] = mesh_.triangles[t];
      double lower[3], upper[3];
      for (int axis = 0; axis < 3; axis++) {
        const double x = p[3 * size_t(a) + axis], y = p[3 * size_t(b) + axis], z = p[3 * size_t(c) + axis];
        lower[axis] = std::min(x, std::min(y, z));
        upper[axis] = std::max(x, std::max(y, z));
      }
      bound_.add(upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]);
      boxes_[t] = Box(lower, upper, t);
    }
  }

  size_t query() {
    // the search reorders what it is given: pointers are less to move
    for (size_t t = 0; t < boxes_.size(); t++) pointers_[t] = &boxes_[t];
    size_t pairs = 0;
    const double bound = bound_.value();
    const auto testPair = [&](const Box* first, const Box* second) {
      const auto& s = mesh_.triangles[first->info()];
      const auto& t = mesh_.triangles[second->info()];
      if (shareVertex(s, t)) return;
      const Vec a[3] = {corner(s[0]), corner(s[1]), corner(s[2])}, b[3] = {corner(t[0]), corner(t[1]), corner(t[2])};
      const Answer quick = intersectQuickly(a, b, bound);
      pairs += quick == Answer::unclear ? CGAL::do_intersect(triangle(a), triangle(b)) : quick == Answer::yes;
    };
    CGAL::box_self_intersection_d(pointers_.begin(), pointers_.end(), testPair, CUTOFF);
    return pairs;
  }

 private:
  /** Below so many boxes it compares all with all. 10 is its default; 2000, which its own self_intersections uses, is 2–3 times as fast. */
  static constexpr std::ptrdiff_t CUTOFF = 2000;

  using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, uint32_t, CGAL::Box_intersection_d::ID_FROM_BOX_ADDRESS>;

  static Kernel::Triangle_3 triangle(const Vec* t) {
    return {Point(t[0].x, t[0].y, t[0].z), Point(t[1].x, t[1].y, t[1].z), Point(t[2].x, t[2].y, t[2].z)};
  }
  Vec corner(uint32_t vertex) const {
    const double* p = mesh_.positions.data() + 3 * size_t(vertex);
    return {p[0], p[1], p[2]};
  }

  const Mesh& mesh_;
  std::vector<Box> boxes_;
  std::vector<const Box*> pointers_;
  PoseBound bound_;
};

int main(int count, char** arguments) {
  const std::string form = count == 2 ? arguments[1] : "";
  if (form == "--version") return std::puts("CGAL " CGAL_VERSION_STR) < 0;
  if (form == "pmp") return serve<PmpPeer>();
  if (form == "boxes") return serve<BoxPeer>();
  std::fprintf(stderr, "cgal: the form must be pmp or boxes, got \"%s\".\n", form.c_str());
  return 2;
}
