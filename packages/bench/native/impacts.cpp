// Two yardsticks for impacts, written from the papers: a tree of swept boxes with a closed-form cubic (`cubic`: fast, unsafe) and with inclusion-based root
// finding (`inclusion`: safe).
#include "cubic-impact.hpp"
#include "impact-peer.hpp"
#include "inclusion-impact.hpp"

int main(int count, char** arguments) {
  const auto given = [&](const char* word) {
    for (int i = 1; i < count; i++) {
      if (std::strcmp(arguments[i], word) == 0) return true;
    }
    return false;
  };
  if (given("--version")) return 0;
  return given("inclusion") ? serveImpacts<InclusionImpact>(given("--pairs")) : serveImpacts<CubicImpact>(given("--pairs"));
}
