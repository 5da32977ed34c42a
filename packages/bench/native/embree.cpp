// Embree's rtcCollide: triangles as user geometry in a dynamic scene whose tree is refitted, one thread.
#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <string>

#include "float-box.hpp"
#include "peer.hpp"
#include "triangles-intersect.hpp"

class EmbreePeer {
 public:
  explicit EmbreePeer(const Mesh& mesh) : mesh_(mesh) {
    device_ = rtcNewDevice("threads=1,set_affinity=0");
    scene_ = rtcNewScene(device_);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);  // the tree over the one geometry; the geometry has its own quality
    geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_REFIT);
    rtcSetGeometryUserPrimitiveCount(geometry_, unsigned(mesh.triangles.size()));
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, boundTriangle, nullptr);
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene_, geometry_);
    rtcCommitScene(scene_);
    const RTCError error = rtcGetDeviceError(device_);
    if (error != RTC_ERROR_NONE) {
      std::fprintf(stderr, "embree: error %d while building.\n", int(error));
      std::exit(1);
    }
  }

  void update() {
    bound_ = PoseBound();
    rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }

  size_t query() {
    pairs_ = 0;
    rtcCollide(scene_, scene_, testCandidates, this);
    return pairs_;
  }

 private:
  static void boundTriangle(const RTCBoundsFunctionArguments* args) {
    EmbreePeer& peer = *static_cast<EmbreePeer*>(args->geometryUserPtr);
    const auto& [a, b, c] = peer.mesh_.triangles[args->primID];
    const double* p = peer.mesh_.positions.data();
    double extent[3];
    float lower[3], upper[3];
    for (int axis = 0; axis < 3; axis++) {
      const double x = p[3 * a + axis], y = p[3 * b + axis], z = p[3 * c + axis];
      const double low = std::min(x, std::min(y, z)), high = std::max(x, std::max(y, z));
      lower[axis] = roundDown(low), upper[axis] = roundUp(high);
      extent[axis] = double(upper[axis]) - lower[axis];  // rounded outwards: boxes of floats may overlap where those of doubles do not
    }
    peer.bound_.add(extent[0], extent[1], extent[2]);
    RTCBounds& out = *args->bounds_o;
    out.lower_x = lower[0], out.lower_y = lower[1], out.lower_z = lower[2];
    out.upper_x = upper[0], out.upper_y = upper[1], out.upper_z = upper[2];
  }

  Vec corner(uint32_t vertex) const {
    const double* p = mesh_.positions.data() + 3 * size_t(vertex);
    return {p[0], p[1], p[2]};
  }

  static void testCandidates(void* user, RTCCollision* candidates, unsigned count) {
    EmbreePeer& peer = *static_cast<EmbreePeer*>(user);
    const double bound = peer.bound_.value();
    for (unsigned k = 0; k < count; k++) {
      const unsigned first = candidates[k].primID0, second = candidates[k].primID1;
      if (first >= second) continue;  // a scene against itself meets every pair both ways
      const auto& s = peer.mesh_.triangles[first];
      const auto& t = peer.mesh_.triangles[second];
      if (shareVertex(s, t)) continue;
      const Vec a[3] = {peer.corner(s[0]), peer.corner(s[1]), peer.corner(s[2])};
      const Vec b[3] = {peer.corner(t[0]), peer.corner(t[1]), peer.corner(t[2])};
      if (trianglesIntersect(a, b, bound)) peer.pairs_++;
    }
  }

  const Mesh& mesh_;
  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_;
  PoseBound bound_;
  size_t pairs_ = 0;
};

int main(int count, char** arguments) {
  if (count > 1 && std::string(arguments[1]) == "--version") return std::puts("Embree " RTC_VERSION_STRING) < 0;
  return serve<EmbreePeer>();
}
