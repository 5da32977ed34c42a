// Safe, by inclusion (Snyder 1992; Wang, Ferguson, Schneider, Jiang, Attene and Panozzo, A Large-scale Benchmark and an Inclusion-based Algorithm for Continuous
// Collision Detection, 2021): the difference of two points, one on either feature, is linear in each of t, u and v, so over a box of these it lies within the box of its values at
// the eight corners. Boxes that exclude 0, grown by the rounding error, are dropped, others halved, earliest first, until the values span no more than the tolerance. Never
// misses and is never late; pairs that come within the tolerance are reported too, and so is what is not decided after so many boxes.
#pragma once

#include <cfloat>
#include <vector>

#include "moving-pair.hpp"

class InclusionImpact {
 public:
  template <Kind kind>
  double find(const MovingPair& pair, double tolerance) {
    double largest = 0, moves[2] = {0, 0}, u = 0, v = 0;
    for (int k = 0; k < 4; k++) {
      largest = std::max(largest, std::max(reach(pair.at0[k]), reach(pair.at1[k])));
      double& move = moves[kind == Kind::vertexTriangle ? k > 0 : k > 1];
      move = std::max(move, reach(pair.at1[k] - pair.at0[k]));
    }
    constexpr int u0 = kind == Kind::vertexTriangle ? 1 : 0, u1 = u0 + 1, v0 = kind == Kind::vertexTriangle ? 1 : 2, v1 = 3;
    u = std::max(reach(pair.at0[u1] - pair.at0[u0]), reach(pair.at1[u1] - pair.at1[u0]));
    v = std::max(reach(pair.at0[v1] - pair.at0[v0]), reach(pair.at1[v1] - pair.at1[v0]));
    // how much the values change along t, u, v at most: which way to halve
    const double change[3] = {moves[0] + moves[1], u, v};
    // Rounding at a corner, in units of 2⁻⁵³ times the largest coordinate: 3 for a point at t, 8 for a difference of two, 10 times a weight,
    // 38 for the whole of either form. 60 leaves room for the bound itself.
    const double error = 60 * 0x1p-53 * largest + DBL_MIN;

    boxes_.clear();
    boxes_.push_back({{0, 0, 0}, {1, 1, 1}, 0});
    for (int seen = 0; !boxes_.empty(); seen++) {
      std::pop_heap(boxes_.begin(), boxes_.end());
      const Box box = boxes_.back();
      boxes_.pop_back();
      if (kind == Kind::vertexTriangle && box.low[1] + box.low[2] > 1) continue;  // beyond the triangle
      double span;
      if (!mayMeet<kind>(pair, box, error, span)) continue;
      if (span <= tolerance || seen >= MOST_BOXES) return box.low[0];
      int axis = 0;
      for (int k = 1; k < 3; k++) {
        if (change[k] * (box.high[k] - box.low[k]) > change[axis] * (box.high[axis] - box.low[axis])) axis = k;
      }
      const double middle = (box.low[axis] + box.high[axis]) / 2;
      if (middle <= box.low[axis] || middle >= box.high[axis]) return box.low[0];  // below what doubles tell apart
      Box half = box;
      half.depth++;
      half.high[axis] = middle;
      boxes_.push_back(half);
      std::push_heap(boxes_.begin(), boxes_.end());
      half.high[axis] = box.high[axis], half.low[axis] = middle;
      boxes_.push_back(half);
      std::push_heap(boxes_.begin(), boxes_.end());
    }
    return -1;
  }

 private:
  static constexpr int MOST_BOXES = 100000;

  struct Box {
    double low[3], high[3];  // t, u, v
    int depth;
    /** The heap yields the earliest, of these the smallest: then few are kept. */
    bool operator<(const Box& other) const { return low[0] != other.low[0] ? low[0] > other.low[0] : depth < other.depth; }
  };

  static double reach(const Vec& p) { return std::max(std::fabs(p.x), std::max(std::fabs(p.y), std::fabs(p.z))); }

  /** Whether the values over a box may include 0; `span` is the widest side of their box. One axis after the other: most boxes end at the first. */
  template <Kind kind>
  static bool mayMeet(const MovingPair& pair, const Box& box, double error, double& span) {
    span = 0;
    for (double Vec::*axis : {&Vec::x, &Vec::y, &Vec::z}) {
      double low = HUGE_VAL, high = -HUGE_VAL;
      for (const double t : {box.low[0], box.high[0]}) {
        double at[4];
        for (int k = 0; k < 4; k++) at[k] = (1 - t) * (pair.at0[k].*axis) + t * (pair.at1[k].*axis);
        for (int corner = 0; corner < 4; corner++) {
          const double u = corner & 1 ? box.high[1] : box.low[1], v = corner & 2 ? box.high[2] : box.low[2];
          const double value = kind == Kind::vertexTriangle ? at[0] - at[1] - (u * (at[2] - at[1]) + v * (at[3] - at[1]))
                                                            : at[0] + u * (at[1] - at[0]) - (at[2] + v * (at[3] - at[2]));
          low = std::min(low, value), high = std::max(high, value);
        }
      }
      if (low > error || high < -error) return false;
      span = std::max(span, high - low);
    }
    return true;
  }

  std::vector<Box> boxes_;
};
