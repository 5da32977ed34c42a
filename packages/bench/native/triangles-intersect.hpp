// Whether two triangles intersect, touching included, in plain double arithmetic.
//
// Interval test of Möller (A Fast Triangle–Triangle Intersection Test, 1997): reject by the plane of either triangle, then compare where both
// cut the line that the planes share. Rounding may decide touching and nearly coplanar cases either way. The test by signs of determinants
// alone (Guigue and Devillers, 2003) was tried: on nearly coplanar neighbours noise makes it say yes where triangles lie clearly apart.
#pragma once

#include <algorithm>
#include <cmath>

struct Vec {
  double x, y, z;
};

inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec cross(const Vec& a, const Vec& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline double dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

namespace flat {

struct Point {
  double u, v;
};

inline double turn(const Point& a, const Point& b, const Point& c) {
  return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

inline bool boxesApart(const Point& a, const Point& b, const Point& c, const Point& d) {
  return std::max(a.u, b.u) < std::min(c.u, d.u) || std::max(c.u, d.u) < std::min(a.u, b.u) ||
         std::max(a.v, b.v) < std::min(c.v, d.v) || std::max(c.v, d.v) < std::min(a.v, b.v);
}

inline bool segmentsMeet(const Point& a, const Point& b, const Point& c, const Point& d) {
  // on one line every turn is 0, and only the boxes can separate
  return !boxesApart(a, b, c, d) && turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

inline bool inside(const Point& p, const Point* t) {
  const double a = turn(t[0], t[1], p), b = turn(t[1], t[2], p), c = turn(t[2], t[0], p);
  return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

}  // namespace flat

/** Both triangles in one plane with this normal. */
inline bool coplanarIntersect(const Vec* s, const Vec* t, const Vec& normal) {
  const double x = std::fabs(normal.x), y = std::fabs(normal.y), z = std::fabs(normal.z);
  flat::Point a[3], b[3];
  for (int i = 0; i < 3; i++) {
    // drop the largest component
    a[i] = x >= y && x >= z ? flat::Point{s[i].y, s[i].z} : y >= z ? flat::Point{s[i].z, s[i].x} : flat::Point{s[i].x, s[i].y};
    b[i] = x >= y && x >= z ? flat::Point{t[i].y, t[i].z} : y >= z ? flat::Point{t[i].z, t[i].x} : flat::Point{t[i].x, t[i].y};
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (flat::segmentsMeet(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3])) return true;
    }
  }
  return flat::inside(a[0], b) || flat::inside(b[0], a);
}

struct Interval {
  double from, to;
};

/** Where a triangle cuts the plane that its corners lie `side` away from, along an axis on which they are at `at`. Not all sides are 0. */
inline Interval cutInterval(const double* at, const double* side) {
  double from = HUGE_VAL, to = -HUGE_VAL;
  const auto add = [&](double value) { from = std::min(from, value), to = std::max(to, value); };
  for (int i = 0; i < 3; i++) {
    const int j = i == 2 ? 0 : i + 1;
    if (side[i] == 0) add(at[i]);
    if ((side[i] < 0 && side[j] > 0) || (side[i] > 0 && side[j] < 0)) add(at[i] + (at[j] - at[i]) * (side[i] / (side[i] - side[j])));
  }
  return {from, to};
}

inline bool trianglesIntersect(const Vec* s, const Vec* t) {
  const Vec normalT = cross(t[1] - t[0], t[2] - t[0]);
  const double sideS[3] = {dot(normalT, s[0] - t[0]), dot(normalT, s[1] - t[0]), dot(normalT, s[2] - t[0])};
  if ((sideS[0] > 0 && sideS[1] > 0 && sideS[2] > 0) || (sideS[0] < 0 && sideS[1] < 0 && sideS[2] < 0)) return false;
  const Vec normalS = cross(s[1] - s[0], s[2] - s[0]);
  const double sideT[3] = {dot(normalS, t[0] - s[0]), dot(normalS, t[1] - s[0]), dot(normalS, t[2] - s[0])};
  if ((sideT[0] > 0 && sideT[1] > 0 && sideT[2] > 0) || (sideT[0] < 0 && sideT[1] < 0 && sideT[2] < 0)) return false;
  if (sideS[0] == 0 && sideS[1] == 0 && sideS[2] == 0) return coplanarIntersect(s, t, normalT);
  if (sideT[0] == 0 && sideT[1] == 0 && sideT[2] == 0) return coplanarIntersect(s, t, normalS);

  const Vec line = cross(normalS, normalT);
  const double x = std::fabs(line.x), y = std::fabs(line.y), z = std::fabs(line.z);
  double atS[3], atT[3];
  for (int i = 0; i < 3; i++) {
    atS[i] = x >= y && x >= z ? s[i].x : y >= z ? s[i].y : s[i].z;
    atT[i] = x >= y && x >= z ? t[i].x : y >= z ? t[i].y : t[i].z;
  }
  const Interval first = cutInterval(atS, sideS), second = cutInterval(atT, sideT);
  return first.from <= second.to && second.from <= first.to;
}
