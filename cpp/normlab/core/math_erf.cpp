// erf on four intervals, as FreeBSD's fdlibm s_erf.c divides them; the coefficients are from there.
#include "normlab/core/math.hpp"
#include "normlab/core/polynomial.hpp"

namespace normlab::math {
namespace {

// erf(x) = x + x N(x^2) / D(x^2), 0 <= x < 0.84375
constexpr double near_zero_n[] = {1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
                                  -5.77027029648944159157e-03, -2.37630166566501626084e-05};
constexpr double near_zero_d[] = {1.0,
                                  3.97917223959155352819e-01,
                                  6.50222499887672944485e-02,
                                  5.08130628187576562776e-03,
                                  1.32494738004321644526e-04,
                                  -3.96022827877536812320e-06};

// erf(x) = erf_one + N(x - 1) / D(x - 1), 0.84375 <= x < 1.25
constexpr double erf_one = 8.45062911510467529297e-01;
constexpr double near_one_n[] = {-2.36211856075265944077e-03, 4.14856118683748331666e-01,  -3.72207876035701323847e-01,
                                 3.18346619901161753674e-01,  -1.10894694282396677476e-01, 3.54783043256182359371e-02,
                                 -2.16637559486879084300e-03};
constexpr double near_one_d[] = {1.0,
                                 1.06420880400844228286e-01,
                                 5.40397917702171048937e-01,
                                 7.18286544141962662868e-02,
                                 1.26171219808761642112e-01,
                                 1.36370839120290507362e-02,
                                 1.19844998467991074170e-02};

// erf(x) = 1 - exp(-x^2 - 0.5625 + N(1/x^2) / D(1/x^2)) / x, 1.25 <= x < 1/0.35 and from there to 6
constexpr double middle_n[] = {-9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
                               -6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
                               -8.12874355063065934246e+01, -9.81432934416914548592e+00};
constexpr double middle_d[] = {1.0,
                               1.96512716674392571292e+01,
                               1.37657754143519042600e+02,
                               4.34565877475229228821e+02,
                               6.45387271733267880336e+02,
                               4.29008140027567833386e+02,
                               1.08635005541779435134e+02,
                               6.57024977031928170135e+00,
                               -6.04244152148580987438e-02};
constexpr double far_n[] = {-9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
                            -1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
                            -4.83519191608651397019e+02};
constexpr double far_d[] = {1.0,
                            3.03380607434824582924e+01,
                            3.25792512996573918826e+02,
                            1.53672958608443695994e+03,
                            3.19985821950859553908e+03,
                            2.55305040643316442583e+03,
                            4.74528541206955367215e+02,
                            -2.24409524465858183362e+01};

// 1 - erf(x) for 1.25 <= x < 6.
double complement(double x) {
  const double inverse_square = 1 / (x * x);
  const double correction = x < 1 / 0.35 ? polynomial(middle_n, inverse_square) / polynomial(middle_d, inverse_square)
                                         : polynomial(far_n, inverse_square) / polynomial(far_d, inverse_square);
  // x^2 exactly as a square of 21 bits and a small rest, since the exponential magnifies its error.
  const double head = from_bits(to_bits(x) & 0xffffffff00000000);
  return exp(-head * head - 0.5625) * exp((head - x) * (head + x) + correction) / x;
}

}  // namespace

double erf(double x) {
  if (x != x) return x;
  const bool negative = (to_bits(x) >> 63) != 0;
  const double magnitude = negative ? -x : x;
  if (magnitude < 0.84375) {
    // Scaled by 8 so that a subnormal x keeps its bits: 8 x * 2 / sqrt(pi), one part of it exact.
    if (magnitude < 3.7252902984619140625e-09) return 0.125 * (8 * x + 1.02703333676410069053e+00 * x);
    const double square = x * x;
    return x + x * (polynomial(near_zero_n, square) / polynomial(near_zero_d, square));
  }
  double value = 1;
  if (magnitude < 1.25) {
    value = erf_one + polynomial(near_one_n, magnitude - 1) / polynomial(near_one_d, magnitude - 1);
  } else if (magnitude < 6) {
    value = 1 - complement(magnitude);
  }
  return negative ? -value : value;
}

}  // namespace normlab::math
