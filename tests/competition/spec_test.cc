#include "gmock/gmock.h"
