#ifndef PETREL_COPENSSL_SHIM_H
#define PETREL_COPENSSL_SHIM_H

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/* OpenSSL macros, which Swift cannot import, and callbacks that must be C functions. */

/* Disables OpenSSL's cleanup at exit, because another thread may still be using it. Must be called before any other
   OpenSSL function. Further calls have no effect. */
static inline void openssl_stay(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

/* Creates the context shared by all client connections, or returns NULL if out of memory. Protocol versions and
   security level are set here, so that the system's openssl.cnf cannot weaken them [RFC 8314 section 4.1, RFC 9325]. */
static inline SSL_CTX *tls_client_context(void) {
    openssl_stay();
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context) return NULL;
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_max_proto_version(context, 0) != 1 || SSL_CTX_set_cipher_list(context, "DEFAULT") != 1) {
        SSL_CTX_free(context);
        return NULL;
    }
    /* 112 bits: no RSA keys under 2048 bits, no SHA-1 signatures. */
    SSL_CTX_set_security_level(context, 2);
    SSL_CTX_clear_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_LEGACY_SERVER_CONNECT |
                                       SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION);
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    /* Read several records per system call. */
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, 1 << 16);
    return context;
}

static inline long tls_set_server_name(SSL *connection, const char *host) {
    return SSL_set_tlsext_host_name(connection, host);
}

/* Writes the DNS names of a certificate to `names`, each terminated by NUL, and returns their total size in bytes.
   Stops at the first name that does not fit. Bytes other than printable ASCII are replaced by question marks. */
static inline int tls_host_names(X509 *certificate, char *names, int room) {
    GENERAL_NAMES *found = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    int length = 0;
    for (int index = 0; index < sk_GENERAL_NAME_num(found); index++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(found, index);
        if (name->type != GEN_DNS) continue;
        const unsigned char *octets = ASN1_STRING_get0_data(name->d.dNSName);
        int count = ASN1_STRING_length(name->d.dNSName);
        if (count >= room - length) break;
        for (int position = 0; position < count; position++)
            names[length++] = octets[position] > 0x20 && octets[position] < 0x7F ? (char)octets[position] : '?';
        names[length++] = 0;
    }
    GENERAL_NAMES_free(found);
    return length;
}

/* Writes the subject, the issuer, the first and the last day, and the SHA-256 fingerprint of a certificate to `text`, each
   terminated by NUL, and returns their total size in bytes; 0 if they do not fit. Writes only printable ASCII: other
   characters are escaped [X509_NAME_print_ex(3)]. */
static inline int tls_describe_certificate(X509 *certificate, char *text, int room) {
    BIO *out = BIO_new(BIO_s_mem());
    if (!out) return 0;
    X509_NAME_print_ex(out, X509_get_subject_name(certificate), 0, XN_FLAG_ONELINE);
    BIO_write(out, "", 1);
    X509_NAME_print_ex(out, X509_get_issuer_name(certificate), 0, XN_FLAG_ONELINE);
    BIO_write(out, "", 1);
    const ASN1_TIME *days[] = {X509_get0_notBefore(certificate), X509_get0_notAfter(certificate)};
    for (int index = 0; index < 2; index++) {
        struct tm day;
        if (ASN1_TIME_to_tm(days[index], &day) == 1)
            BIO_printf(out, "%04d-%02d-%02d", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
        BIO_write(out, "", 1);
    }
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    if (X509_digest(certificate, EVP_sha256(), digest, &size) != 1) size = 0;
    for (unsigned int index = 0; index < size; index++) BIO_printf(out, index ? ":%02X" : "%02X", digest[index]);
    BIO_write(out, "", 1);
    char *written;
    long length = BIO_get_mem_data(out, &written);
    if (length > room) length = 0;
    memcpy(text, written, (size_t)length);
    BIO_free(out);
    return (int)length;
}

/* A socket BIO. OpenSSL's own raises SIGPIPE if the peer has closed the connection. */

static inline int tls_socket_write(BIO *socket, const char *octets, int count) {
    int result = (int)send((int)(intptr_t)BIO_get_data(socket), octets, (size_t)count, MSG_NOSIGNAL);
    BIO_clear_retry_flags(socket);
    if (result < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(socket);
    return result;
}

static inline int tls_socket_read(BIO *socket, char *octets, int count) {
    int result = (int)recv((int)(intptr_t)BIO_get_data(socket), octets, (size_t)count, 0);
    BIO_clear_retry_flags(socket);
    if (result < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(socket);
    if (result == 0) BIO_set_flags(socket, BIO_FLAGS_IN_EOF);
    return result;
}

static inline long tls_socket_control(BIO *socket, int command, long number, void *argument) {
    (void)number;
    (void)argument;
    if (command == BIO_CTRL_EOF) return BIO_test_flags(socket, BIO_FLAGS_IN_EOF) != 0;
    return command == BIO_CTRL_FLUSH;
}

/* Returns NULL if out of memory. The caller frees the method when no connection uses it any longer. */
static inline BIO_METHOD *tls_socket_method(void) {
    BIO_METHOD *method = BIO_meth_new(BIO_TYPE_SOURCE_SINK | BIO_TYPE_START, "socket without signals");
    if (!method) return NULL;
    BIO_meth_set_write(method, tls_socket_write);
    BIO_meth_set_read(method, tls_socket_read);
    BIO_meth_set_ctrl(method, tls_socket_control);
    return method;
}

/* Attaches the descriptor to the connection, which never closes it. Returns 0 if out of memory, otherwise 1. */
static inline int tls_set_socket(SSL *connection, const BIO_METHOD *method, int descriptor) {
    BIO *socket = BIO_new(method);
    if (!socket) return 0;
    BIO_set_data(socket, (void *)(intptr_t)descriptor);
    BIO_set_init(socket, 1);
    SSL_set_bio(connection, socket, socket);
    return 1;
}

#endif
