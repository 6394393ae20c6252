#ifndef PETREL_CZLIB_SHIM_H
#define PETREL_CZLIB_SHIM_H

#include <zlib.h>

#endif
