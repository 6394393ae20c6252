#ifndef PETREL_CXXHASH_SHIM_H
#define PETREL_CXXHASH_SHIM_H

#include <xxhash.h>

#endif
