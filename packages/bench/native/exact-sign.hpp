// Signs of determinants, exact: plain doubles where a bound shows that rounding cannot matter, else a sum without rounding.
//
// Holds for coordinates that are 0 or from 1e-90 to 1e30 in size: then no product of three underflows in a way that counts.
// With u = 2^-53, a bound on the error of plain doubles: each of the six products of three differences in a 3D determinant goes
// through at most 8 roundings (three differences, two products, three sums), and is at most the product of the extents of the
// points along x, y and z: 8 u · 6 = 48 u times that. In 2D it is 4 roundings and two products: 8 u times two extents. The constants below are
// 3 % and more above, for the roundings of extents and of the bound itself. A fused multiply-add only leaves roundings out.
#pragma once

#include <algorithm>
#include <cmath>

struct Vec {
  double x, y, z;
};

inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec cross(const Vec& a, const Vec& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline double dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

constexpr double ERROR_3D = 5.5e-15;  // 49.5 u
constexpr double ERROR_2D = 9.5e-16;  // 8.6 u
constexpr double UNDERFLOW_ERROR = 1e-280;  // six products lose at most 2^-1074 times 1e30 each

/** Six times the volume of the tetrahedron: positive if a, b, c turn left seen from d. */
inline double volume(const Vec& a, const Vec& b, const Vec& c, const Vec& d) { return dot(cross(b - a, c - a), d - a); }

struct Flat {
  double u, v;
};

/** Where the point is seen along an axis: 0, 1, 2 for x, y, z. */
inline Flat flatten(const Vec& p, int axis) { return axis == 0 ? Flat{p.y, p.z} : axis == 1 ? Flat{p.z, p.x} : Flat{p.x, p.y}; }

/** Twice the area of the triangle: positive if it turns left. */
inline double area(const Flat& a, const Flat& b, const Flat& c) { return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u); }

namespace exact {

/** A sum of doubles as doubles that do not overlap, smallest first, none of them 0 (Shewchuk's expansions). */
class Sum {
 public:
  void add(double value) {
    int kept = 0;
    for (int i = 0; i < size_; i++) {
      const double sum = value + terms_[i];
      const double part = sum - value;
      const double lost = (value - (sum - part)) + (terms_[i] - part);
      if (lost != 0) terms_[kept++] = lost;
      value = sum;
    }
    if (value != 0) terms_[kept++] = value;
    size_ = kept;
  }
  void addProduct(double a, double b) {
    const double product = a * b;
    add(std::fma(a, b, -product));
    add(product);
  }
  void addProduct(double a, double b, double c) {
    const double product = a * b;
    addProduct(std::fma(a, b, -product), c);
    addProduct(product, c);
  }
  int sign() const { return size_ == 0 ? 0 : terms_[size_ - 1] > 0 ? 1 : -1; }

 private:
  double terms_[100];  // at most one a value added: 24 products of three, four values each
  int size_ = 0;
};

inline int sign(double value) { return (value > 0) - (value < 0); }
inline double extent(double a, double b, double c) { return std::max({a, b, c}) - std::min({a, b, c}); }
inline double extent(double a, double b, double c, double d) { return std::max({a, b, c, d}) - std::min({a, b, c, d}); }

/** The sign of `volume`. */
inline int side(const Vec& a, const Vec& b, const Vec& c, const Vec& d) {
  const double rough = volume(a, b, c, d);
  const double size = extent(a.x, b.x, c.x, d.x) * extent(a.y, b.y, c.y, d.y) * extent(a.z, b.z, c.z, d.z);
  if (size == 0) return 0;  // all in one plane across an axis; extents are no smaller than 1e-106, so this is not underflow
  if (std::fabs(rough) > ERROR_3D * size + UNDERFLOW_ERROR) return sign(rough);
  // by the corners themselves, since differences round: d·(a×b) … of every three, with the sign of their order
  Sum sum;
  const auto addTriple = [&](const Vec& p, const Vec& q, const Vec& r) {
    sum.addProduct(p.x, q.y, r.z), sum.addProduct(p.y, q.z, r.x), sum.addProduct(p.z, q.x, r.y);
    sum.addProduct(-p.x, q.z, r.y), sum.addProduct(-p.y, q.x, r.z), sum.addProduct(-p.z, q.y, r.x);
  };
  addTriple(b, c, d), addTriple(a, d, c), addTriple(a, b, d), addTriple(a, c, b);
  return sum.sign();
}

/** The sign of `area`, seen along an axis. */
inline int turn(const Vec& p, const Vec& q, const Vec& r, int axis) {
  const Flat a = flatten(p, axis), b = flatten(q, axis), c = flatten(r, axis);
  const double rough = area(a, b, c);
  if (std::fabs(rough) > ERROR_2D * extent(a.u, b.u, c.u) * extent(a.v, b.v, c.v) + UNDERFLOW_ERROR) return sign(rough);
  Sum sum;
  sum.addProduct(a.u, b.v), sum.addProduct(b.u, c.v), sum.addProduct(c.u, a.v);
  sum.addProduct(-a.v, b.u), sum.addProduct(-b.v, c.u), sum.addProduct(-c.v, a.u);
  return sum.sign();
}

/** An axis along which three points are seen not to be on one line; -1 if they are on one. */
inline int axisThatSees(const Vec& a, const Vec& b, const Vec& c) {
  for (int axis = 2; axis >= 0; axis--) {
    if (turn(a, b, c, axis) != 0) return axis;
  }
  return -1;
}

/** Order along a line is that of the coordinates, compared one after the other. */
inline bool precedes(const Vec& a, const Vec& b) { return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z <= b.z; }
inline bool between(const Vec& a, const Vec& b, const Vec& p) {
  return precedes(a, b) ? precedes(a, p) && precedes(p, b) : precedes(b, p) && precedes(p, a);
}

/** For four points of one plane that is not seen edge-on. */
inline bool segmentsMeetAlong(const Vec& p, const Vec& q, const Vec& r, const Vec& s, int axis) {
  const int atR = turn(p, q, r, axis), atS = turn(p, q, s, axis), atP = turn(r, s, p, axis), atQ = turn(r, s, q, axis);
  if (atR != atS && atP != atQ) return true;
  return (atR == 0 && between(p, q, r)) || (atS == 0 && between(p, q, s)) || (atP == 0 && between(r, s, p)) || (atQ == 0 && between(r, s, q));
}

inline bool segmentsMeet(const Vec& p, const Vec& q, const Vec& r, const Vec& s) {
  if (side(p, q, r, s) != 0) return false;
  int axis = axisThatSees(p, q, r);
  if (axis < 0) axis = axisThatSees(p, q, s);
  if (axis < 0) axis = axisThatSees(r, s, p);
  if (axis < 0) axis = axisThatSees(r, s, q);
  if (axis >= 0) return segmentsMeetAlong(p, q, r, s, axis);
  return between(p, q, r) || between(p, q, s) || between(r, s, p);
}

inline bool segmentMeetsTriangle(const Vec& p, const Vec& q, const Vec* t) {
  const int sideP = side(t[0], t[1], t[2], p), sideQ = side(t[0], t[1], t[2], q);
  if (sideP * sideQ > 0) return false;
  const auto mixed = [](int a, int b, int c) { return (a > 0 || b > 0 || c > 0) && (a < 0 || b < 0 || c < 0); };
  if (sideP != 0 || sideQ != 0) return !mixed(side(p, q, t[0], t[1]), side(p, q, t[1], t[2]), side(p, q, t[2], t[0]));
  const int axis = axisThatSees(t[0], t[1], t[2]);
  if (axis >= 0 && !mixed(turn(t[0], t[1], p, axis), turn(t[1], t[2], p, axis), turn(t[2], t[0], p, axis))) return true;
  for (int i = 0; i < 3; i++) {
    const Vec &a = t[i], &b = t[(i + 1) % 3];
    if (axis >= 0 ? segmentsMeetAlong(p, q, a, b, axis) : segmentsMeet(p, q, a, b)) return true;  // without area it is its edges
  }
  return false;
}

/** Whether two closed triangles have a point in common: then an edge of one meets the other. */
[[gnu::noinline]] inline bool trianglesMeet(const Vec* s, const Vec* t) {
  for (int i = 0; i < 3; i++) {
    if (segmentMeetsTriangle(s[i], s[(i + 1) % 3], t) || segmentMeetsTriangle(t[i], t[(i + 1) % 3], s)) return true;
  }
  return false;
}

}  // namespace exact
