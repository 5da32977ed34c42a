// Fast and unsafe, as most simulations do it (Provot 1997; Bridson, Fedkiw and Anderson 2002): the times at which four points lie in one plane are
// roots of a cubic; the first one at which the features meet is the answer. In plain doubles: roots get lost or move where they are double, motion within a plane
// has none, and the time may be late by what rounding makes of it.
#pragma once

#include "moving-pair.hpp"

class CubicImpact {
 public:
  /** The first time of impact; -1 for none. The tolerance is of no use here. */
  template <Kind kind>
  double find(const MovingPair& pair, double) {
    const Vec u0 = first<kind>(pair.at0), v0 = second<kind>(pair.at0), w0 = across<kind>(pair.at0);
    const Vec du = first<kind>(pair.at1) - u0, dv = second<kind>(pair.at1) - v0, dw = across<kind>(pair.at1) - w0;
    const Vec uv = cross(u0, v0), uvChange = cross(du, v0) + cross(u0, dv), uvLast = cross(du, dv);
    const double c0 = dot(uv, w0), c1 = dot(uvChange, w0) + dot(uv, dw), c2 = dot(uvLast, w0) + dot(uvChange, dw), c3 = dot(uvLast, dw);
    const double b1 = c0 + c1 / 3, b2 = b1 + (c1 + c2) / 3, b3 = c0 + c1 + c2 + c3;  // Bernstein: no root where all have one sign
    if ((c0 > 0 && b1 > 0 && b2 > 0 && b3 > 0) || (c0 < 0 && b1 < 0 && b2 < 0 && b3 < 0)) return -1;
    double roots[3];
    const int count = solve(c3, c2, c1, c0, roots);
    std::sort(roots, roots + count);
    for (int i = 0; i < count; i++) {
      if (roots[i] < -ROUNDING || roots[i] > 1 + ROUNDING) continue;
      const double t = std::min(1.0, std::max(0.0, roots[i]));
      Vec at[4];
      for (int k = 0; k < 4; k++) at[k] = mix(pair.at0[k], pair.at1[k], t);
      if (inside(first<kind>(at), second<kind>(at), across<kind>(at), kind)) return t;
    }
    return -1;
  }

 private:
  /** What weights may be outside of 0 to 1: the usual allowance, without a proof. */
  static constexpr double ROUNDING = 1e-8;

  template <Kind kind>
  static Vec first(const Vec* p) { return kind == Kind::vertexTriangle ? p[2] - p[1] : p[1] - p[0]; }
  template <Kind kind>
  static Vec second(const Vec* p) { return kind == Kind::vertexTriangle ? p[3] - p[1] : p[3] - p[2]; }
  template <Kind kind>
  static Vec across(const Vec* p) { return kind == Kind::vertexTriangle ? p[0] - p[1] : p[2] - p[0]; }

  /** Whether w = αu + βv (vertex, triangle) or w = αu − βv (edges) has weights of the features; least squares in the common plane. */
  static bool inside(const Vec& u, const Vec& v, const Vec& w, Kind kind) {
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w), det = uu * vv - uv * uv;
    if (!(det > 0)) return false;
    const double alpha = (uw * vv - vw * uv) / det, beta = (vw * uu - uw * uv) / det;
    if (kind == Kind::vertexTriangle) return alpha >= -ROUNDING && beta >= -ROUNDING && alpha + beta <= 1 + ROUNDING;
    return alpha >= -ROUNDING && alpha <= 1 + ROUNDING && -beta >= -ROUNDING && -beta <= 1 + ROUNDING;
  }

  /** Roots of at³ + bt² + ct + d in closed form: Cardano's with one, Viète's with three. */
  static int solve(double a, double b, double c, double d, double* roots) {
    const double size = std::max(std::max(std::fabs(a), std::fabs(b)), std::max(std::fabs(c), std::fabs(d)));
    if (size == 0) return 0;
    if (std::fabs(a) <= 1e-14 * size) return solveQuadratic(b, c, d, size, roots);
    const double B = b / a / 3, C = c / a, D = d / a, p = B * B - C / 3, q = B * (B * B - C / 2) + D / 2;
    if (q * q < p * p * p) {
      const double angle = std::acos(std::min(1.0, std::max(-1.0, q / std::sqrt(p * p * p)))), r = -2 * std::sqrt(p);
      for (int k = 0; k < 3; k++) roots[k] = r * std::cos((angle + 2 * M_PI * (k - 1)) / 3) - B;
      return 3;
    }
    const double s = -std::copysign(std::cbrt(std::fabs(q) + std::sqrt(std::max(0.0, q * q - p * p * p))), q);
    roots[0] = s + (s == 0 ? 0 : p / s) - B;
    return 1;
  }

  static int solveQuadratic(double a, double b, double c, double size, double* roots) {
    if (std::fabs(a) <= 1e-14 * size) {
      if (std::fabs(b) <= 1e-14 * size) return 0;
      roots[0] = -c / b;
      return 1;
    }
    const double under = b * b - 4 * a * c;
    if (under < 0) return 0;
    const double q = -(b + std::copysign(std::sqrt(under), b)) / 2;
    roots[0] = q / a;
    if (q == 0) return 1;
    roots[1] = c / q;
    return 2;
  }
};
