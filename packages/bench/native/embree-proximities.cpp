// Embree's rtcCollide on boxes grown by half of the distance; the distances of what is left are ours.
#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <cstring>

#include "float-box.hpp"
#include "peer.hpp"
#include "triangle-distance.hpp"

static double wantedDistance;

class EmbreePeer {
 public:
  explicit EmbreePeer(const Mesh& mesh) : close_(mesh, wantedDistance) {
    device_ = rtcNewDevice("threads=1,set_affinity=0");
    scene_ = rtcNewScene(device_);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
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
    close_.begin();
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
    double low[3], high[3];
    static_cast<EmbreePeer*>(args->geometryUserPtr)->close_.box(args->primID, low, high);
    RTCBounds& out = *args->bounds_o;
    out.lower_x = roundDown(low[0]), out.lower_y = roundDown(low[1]), out.lower_z = roundDown(low[2]);
    out.upper_x = roundUp(high[0]), out.upper_y = roundUp(high[1]), out.upper_z = roundUp(high[2]);
  }

  static void testCandidates(void* user, RTCCollision* candidates, unsigned count) {
    EmbreePeer& peer = *static_cast<EmbreePeer*>(user);
    for (unsigned k = 0; k < count; k++) {
      // a scene against itself meets every pair both ways
      if (candidates[k].primID0 < candidates[k].primID1) peer.pairs_ += peer.close_.areClose(candidates[k].primID0, candidates[k].primID1);
    }
  }

  CloseTriangles close_;
  RTCDevice device_;
  RTCScene scene_;
  RTCGeometry geometry_;
  size_t pairs_ = 0;
};

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--version") == 0) return std::puts("Embree " RTC_VERSION_STRING) < 0;
  wantedDistance = parseDistance(count, arguments);
  return serve<EmbreePeer>();
}
