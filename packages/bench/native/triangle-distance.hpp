// The distance of two triangles in plain doubles: least of nine distances between edges and six between a corner and a face, 0 if they pierce.
#pragma once

#include "moving-pair.hpp"
#include "triangles-intersect.hpp"

/** Squared distance of the segments p + s·u and q + t·v, 0 ≤ s, t ≤ 1; right for segments without length and for parallel ones. */
inline double squaredEdgeDistance(const Vec& p, const Vec& u, const Vec& q, const Vec& v) {
  const Vec w = q - p;
  const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w), det = uu * vv - uv * uv;
  const auto clamp = [](double x) { return std::min(1.0, std::max(0.0, x)); };
  // best s on the lines, best t for it, and s again once t is cut off
  double s = det > 0 ? clamp((uw * vv - vw * uv) / det) : 0;
  const double t = vv > 0 ? clamp((s * uv - vw) / vv) : 0;
  s = uu > 0 ? clamp((t * uv + uw) / uu) : 0;
  const Vec gap = w + t * v - s * u;
  return dot(gap, gap);
}

/** Squared distance to the plane of t if the foot lies inside of t; elsewhere an edge is closer. */
inline double squaredFaceDistance(const Vec& p, const Vec* t, const Vec& normal, double normalSquared) {
  for (int k = 0; k < 3; k++) {
    if (dot(cross(t[(k + 1) % 3] - t[k], p - t[k]), normal) < 0) return HUGE_VAL;
  }
  const double height = dot(p - t[0], normal);
  return height * height / normalSquared;
}

/** `bound`: see trianglesIntersect. */
inline double squaredTriangleDistance(const Vec* s, const Vec* t, double bound) {
  double least = HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) least = std::min(least, squaredEdgeDistance(s[i], s[(i + 1) % 3] - s[i], t[j], t[(j + 1) % 3] - t[j]));
  }
  for (const auto& [from, to] : {std::pair(s, t), std::pair(t, s)}) {
    const Vec normal = cross(to[1] - to[0], to[2] - to[0]);
    const double squared = dot(normal, normal);
    if (!(squared > 0)) continue;  // without area it is its edges
    for (int k = 0; k < 3; k++) least = std::min(least, squaredFaceDistance(from[k], to, normal, squared));
  }
  const auto apart = [&](double Vec::*axis) {
    return std::max({s[0].*axis, s[1].*axis, s[2].*axis}) < std::min({t[0].*axis, t[1].*axis, t[2].*axis}) ||
           std::max({t[0].*axis, t[1].*axis, t[2].*axis}) < std::min({s[0].*axis, s[1].*axis, s[2].*axis});
  };
  if (least == 0 || apart(&Vec::x) || apart(&Vec::y) || apart(&Vec::z)) return least;
  return trianglesIntersect(s, t, bound) ? 0 : least;
}

/** A mesh whose boxes are grown by half of a distance, and the test of a pair that is left; for every peer that looks for proximities. */
class CloseTriangles {
 public:
  CloseTriangles(const Mesh& mesh, double distance) : mesh_(mesh), distance_(distance) {}

  void begin() { bound_ = PoseBound(); }

  void box(uint32_t triangle, double* low, double* high) {
    const auto& [a, b, c] = mesh_.triangles[triangle];
    const double* p = mesh_.positions.data();
    double extent[3];
    for (int k = 0; k < 3; k++) {
      const double x = p[3 * size_t(a) + k], y = p[3 * size_t(b) + k], z = p[3 * size_t(c) + k];
      low[k] = std::min(x, std::min(y, z)), high[k] = std::max(x, std::max(y, z));
      extent[k] = high[k] - low[k];
      const double grown = distance_ / 2 * (1 + 1e-9) + 1e-15 * std::max(std::fabs(low[k]), std::fabs(high[k]));  // more than rounding takes away
      low[k] -= grown, high[k] += grown;
    }
    bound_.add(extent[0], extent[1], extent[2]);
  }

  bool areClose(uint32_t first, uint32_t second) const {
    const auto &s = mesh_.triangles[first], &t = mesh_.triangles[second];
    if (shareVertex(s, t)) return false;
    const Vec a[3] = {corner(s[0]), corner(s[1]), corner(s[2])}, b[3] = {corner(t[0]), corner(t[1]), corner(t[2])};
    return squaredTriangleDistance(a, b, bound_.value()) <= distance_ * distance_;
  }

 private:
  Vec corner(uint32_t vertex) const {
    const double* p = mesh_.positions.data() + 3 * size_t(vertex);
    return {p[0], p[1], p[2]};
  }

  const Mesh& mesh_;
  double distance_;
  PoseBound bound_;
};

/** The distance as a word on the command line. */
inline double parseDistance(int count, char** arguments) {
  char* end = nullptr;
  const double distance = count == 2 ? std::strtod(arguments[1], &end) : -1;
  if (distance >= 0 && *end == 0) return distance;
  std::fprintf(stderr, "proximities: one distance from 0 must be given.\n");
  std::exit(2);
}
