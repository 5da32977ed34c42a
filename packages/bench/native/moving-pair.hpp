// A vertex and a triangle, or two edges, whose points move straight from t = 0 to t = 1.
#pragma once

#include "exact-sign.hpp"

enum class Kind { vertexTriangle, edgeEdge };

/** A vertex and three corners, or the ends of one edge and of the other. */
struct MovingPair {
  Vec at0[4], at1[4];
};

inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator*(double s, const Vec& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Vec mix(const Vec& a, const Vec& b, double t) { return (1 - t) * a + t * b; }
