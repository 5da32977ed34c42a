// Whether two triangles intersect, touching included: the cheapest test that is still right, for peers that bring none.
//
// First the plane of either triangle, in doubles: nearly all candidates end there. If every side is beyond doubt, two more determinants
// decide (Guigue and Devillers, Fast and Robust Triangle–Triangle Overlap Test Using Orientation Predicates, 2003). Where one is in doubt the triangles are
// seen along an axis, since most of these lie apart in nearly one plane. What is left is decided exactly. Bounds: exact-sign.hpp.
#pragma once

#include "exact-sign.hpp"

#ifdef WITHOUT_BOUNDS  // see check-triangles.cpp
constexpr double BOUND_SCALE = 0;
#else
constexpr double BOUND_SCALE = 1;
#endif

enum class Answer { no, yes, unclear };

/** Whether an edge of s, seen flat, has s on one side and t on the other, beyond doubt. */
inline bool edgeSeparates(const Flat* s, const Flat* t, double bound) {
  for (int i = 0; i < 3; i++) {
    const Flat &a = s[i], &b = s[(i + 1) % 3];
    const double own = area(a, b, s[(i + 2) % 3]);
    if (std::fabs(own) <= bound) continue;
    const double sign = own > 0 ? -1 : 1;
    if (sign * area(a, b, t[0]) > bound && sign * area(a, b, t[1]) > bound && sign * area(a, b, t[2]) > bound) return true;
  }
  return false;
}

/** Seen along the largest component of the normal. Apart there is apart in space. */
inline bool separateFlat(const Vec* s, const Vec* t, const Vec& normal, const Vec& extent) {
  const double x = std::fabs(normal.x), y = std::fabs(normal.y), z = std::fabs(normal.z);
  const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const Flat size = flatten(extent, axis);
  const double bound = BOUND_SCALE * (ERROR_2D * size.u * size.v + UNDERFLOW_ERROR);
  const Flat a[3] = {flatten(s[0], axis), flatten(s[1], axis), flatten(s[2], axis)};
  const Flat b[3] = {flatten(t[0], axis), flatten(t[1], axis), flatten(t[2], axis)};
  return edgeSeparates(a, b, bound) || edgeSeparates(b, a, bound);
}

/** Which of three sides, none 0 and not all alike, is alone. */
inline int loneCorner(const double* side) {
  return (side[0] > 0) == (side[1] > 0) ? 2 : (side[0] > 0) == (side[2] > 0) ? 1 : 0;
}

/** Where the bound of the pose leaves a doubt, or nothing separates: with the bound of the pair. Kept out of the loop over candidates. */
[[gnu::noinline]] inline Answer intersectClosely(const Vec* s, const Vec* t, const double* sideS, const double* sideT) {
  const auto range = [&](double Vec::*axis) {
    const double high = std::max(std::max(std::max(s[0].*axis, s[1].*axis), s[2].*axis), std::max(std::max(t[0].*axis, t[1].*axis), t[2].*axis));
    const double low = std::min(std::min(std::min(s[0].*axis, s[1].*axis), s[2].*axis), std::min(std::min(t[0].*axis, t[1].*axis), t[2].*axis));
    return high - low;
  };
  const Vec extent = {range(&Vec::x), range(&Vec::y), range(&Vec::z)};
  const double bound = BOUND_SCALE * (ERROR_3D * extent.x * extent.y * extent.z + UNDERFLOW_ERROR);
  const auto apart = [&](const double* side) {
    return std::min(side[0], std::min(side[1], side[2])) > bound || std::max(side[0], std::max(side[1], side[2])) < -bound;
  };
  if (apart(sideS) || apart(sideT)) return Answer::no;
  double least = HUGE_VAL;
  for (int i = 0; i < 3; i++) least = std::min(least, std::min(std::fabs(sideS[i]), std::fabs(sideT[i])));
  if (least > bound) {
    // the corner that is alone first, and above the other plane
    const int i = loneCorner(sideS), j = loneCorner(sideT);
    const Vec &s0 = s[i], &t0 = t[j];
    const bool turnS = sideT[j] < 0, turnT = sideS[i] < 0;
    const Vec &s1 = s[(i + (turnS ? 2 : 1)) % 3], &s2 = s[(i + (turnS ? 1 : 2)) % 3];
    const Vec &t1 = t[(j + (turnT ? 2 : 1)) % 3], &t2 = t[(j + (turnT ? 1 : 2)) % 3];
    const double one = volume(s0, s1, t0, t1), other = volume(s0, s2, t2, t0);
    if (one > bound || other > bound) return Answer::no;
    if (one < -bound && other < -bound) return Answer::yes;
  }
  return separateFlat(s, t, cross(t[1] - t[0], t[2] - t[0]), extent) ? Answer::no : Answer::unclear;
}

/**
 * One bound on the error of a side for all pairs of a pose whose boxes overlap: together they are at most twice as long along an axis
 * as the longest triangle is. It is looser than a pair's own, but costs nothing for it.
 */
class PoseBound {
 public:
  void add(double x, double y, double z) { extent_ = {std::max(extent_.x, x), std::max(extent_.y, y), std::max(extent_.z, z)}; }
  double value() const { return BOUND_SCALE * (8 * ERROR_3D * extent_.x * extent_.y * extent_.z + UNDERFLOW_ERROR); }

 private:
  Vec extent_ = {0, 0, 0};
};

/** In doubles alone; unclear where rounding might decide. `poseBound` as `PoseBound` has it, for triangles whose boxes overlap. */
inline Answer intersectQuickly(const Vec* s, const Vec* t, double poseBound) {
  const Vec normalT = cross(t[1] - t[0], t[2] - t[0]);
  const double sideS[3] = {dot(normalT, s[0] - t[0]), dot(normalT, s[1] - t[0]), dot(normalT, s[2] - t[0])};
  if (sideS[0] > poseBound && sideS[1] > poseBound && sideS[2] > poseBound) return Answer::no;
  if (sideS[0] < -poseBound && sideS[1] < -poseBound && sideS[2] < -poseBound) return Answer::no;
  const Vec normalS = cross(s[1] - s[0], s[2] - s[0]);
  const double sideT[3] = {dot(normalS, t[0] - s[0]), dot(normalS, t[1] - s[0]), dot(normalS, t[2] - s[0])};
  if (sideT[0] > poseBound && sideT[1] > poseBound && sideT[2] > poseBound) return Answer::no;
  if (sideT[0] < -poseBound && sideT[1] < -poseBound && sideT[2] < -poseBound) return Answer::no;
  return intersectClosely(s, t, sideS, sideT);
}

inline bool trianglesIntersect(const Vec* s, const Vec* t, double poseBound) {
  const Answer quick = intersectQuickly(s, t, poseBound);
  return quick == Answer::unclear ? exact::trianglesMeet(s, t) : quick == Answer::yes;
}
