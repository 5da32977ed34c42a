// Boxes in single precision that lose nothing of what they bound.
#pragma once

#include <cfloat>
#include <cmath>

/** The largest float at or below; a step too far at most, and none for what is a float already. No branch: in doubles it would be random. */
inline float roundDown(double value) {
  const float near = float(value);
  const float below = near - (std::fabs(near) * FLT_EPSILON + FLT_MIN);
  return double(near) <= value ? near : below;
}

inline float roundUp(double value) { return -roundDown(-value); }
