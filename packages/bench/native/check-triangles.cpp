// Compares the quick test of triangles-intersect.hpp with the exact one, on random, whole-numbered, nearly flat, coplanar and far-off triangles.
// Prints how many answers were wrong, how many were given, and how many left open. WITHOUT_BOUNDS shows that the bounds are needed.
#include <cstdio>
#include <random>

#include "triangles-intersect.hpp"

static double extent(const Vec* p, double Vec::*axis) {
  const auto [low, high] = std::minmax({p[0].*axis, p[1].*axis, p[2].*axis, p[3].*axis, p[4].*axis, p[5].*axis});
  return (high - low) / 2;
}

int main() {
  std::mt19937_64 random(11);
  const auto choose = [&] { return double(random() >> 11) * 0x1p-52 - 1; };
  long wrong = 0, answered = 0, open = 0;
  for (int i = 0; i < 100000; i++) {
    Vec p[6];
    for (Vec& v : p) {
      v = {choose(), choose(), choose()};
      if (i % 6 == 1) v = {std::trunc(3 * v.x), std::trunc(3 * v.y), std::trunc(3 * v.z)};
      if (i % 6 == 2) v.z *= 1e-17;
      if (i % 6 == 3) v.z = 0.3 * v.x + 0.7 * v.y;
      if (i % 6 == 4) v.x = std::trunc(4 * v.x) / 7, v.y = std::trunc(4 * v.y) / 3, v.z = 0.3 * v.x + 0.2 * v.y;
      if (i % 6 == 5) v = {v.x + 100, v.y + 1000, 1e-3 * v.z + 5};
    }
    PoseBound bound;  // as if of a pose of these two; boxes here need not overlap, so their common extent counts
    bound.add(extent(p, &Vec::x), extent(p, &Vec::y), extent(p, &Vec::z));
    const Answer quick = intersectQuickly(p, p + 3, bound.value());
    if (quick == Answer::unclear) open++;
    else answered++, wrong += (quick == Answer::yes) != exact::trianglesMeet(p, p + 3);
  }
  std::printf("%ld %ld %ld\n", wrong, answered, open);
}
