#ifndef PETREL_COPENSSL_SHIM_H
#define PETREL_COPENSSL_SHIM_H

#include <openssl/evp.h>

#endif
