/* Reads over TLS as directly as possible: one thread, with blocking calls of OpenSSL. Benchmarks compare petrel's
   streams with this program.

   usage: tls-read download PORT AUTHORITIES PATH
          tls-read connect PORT AUTHORITIES COUNT
          tls-read mailbox PORT AUTHORITIES USER PASSWORD MAILBOX */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static SSL *connect_to(SSL_CTX *context, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int one = 1, descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) exit(1);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    SSL *connection = SSL_new(context);
    SSL_set1_host(connection, "localhost");
    SSL_set_tlsext_host_name(connection, "localhost");
    SSL_set_fd(connection, descriptor);
    if (SSL_connect(connection) != 1) exit(1);
    return connection;
}

static long read_all(SSL *connection, const char *path) {
    static char buffer[1 << 18];
    char request[256];
    long count = 0;
    int got;
    snprintf(request, sizeof request, "GET %s HTTP/1.0\r\n\r\n", path);
    SSL_write(connection, request, (int)strlen(request));
    while ((got = SSL_read(connection, buffer, sizeof buffer)) > 0) count += got;
    return count;
}

/* Reads until the last line received begins with `tag` and "OK". A similar line inside the data does not match, because
   more data follows it. */
static long read_until(SSL *connection, const char *tag) {
    static char buffer[1 << 18];
    static char tail[8192];
    size_t kept = 0;
    long count = 0;
    char mark[32];
    int got;
    snprintf(mark, sizeof mark, "\r\n%s OK ", tag);
    while ((got = SSL_read(connection, buffer, sizeof buffer)) > 0) {
        count += got;
        size_t fresh = (size_t)got < sizeof tail / 2 ? (size_t)got : sizeof tail / 2;
        size_t old = kept < sizeof tail / 2 - 1 ? kept : sizeof tail / 2 - 1;
        if (fresh < (size_t)got) old = 0;
        memmove(tail, tail + kept - old, old);
        memcpy(tail + old, buffer + got - fresh, fresh);
        kept = old + fresh;
        tail[kept] = 0;
        if (kept > 2 && memcmp(tail + kept - 2, "\r\n", 2) == 0 &&
            (strstr(tail, mark) || strncmp(tail, mark + 2, strlen(mark) - 2) == 0))
            return count;
    }
    exit(1);
}

/* Logs in, and fetches all messages of a mailbox with one FETCH. */
static void read_mailbox(SSL *connection, char **words, double beginning) {
    char commands[1024];
    snprintf(commands, sizeof commands, "in LOGIN %s %s\r\n", words[0], words[1]);
    SSL_write(connection, commands, (int)strlen(commands));
    read_until(connection, "in");
    double start = now();
    snprintf(commands, sizeof commands,
             "open SELECT %s\r\nall UID FETCH 1:4294967295 (UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[])\r\n", words[2]);
    SSL_write(connection, commands, (int)strlen(commands));
    long octets = read_until(connection, "all");
    double finish = now();
    printf("{\"bytes\": %ld, \"seconds\": %f, \"all\": %f}\n", octets, finish - start, finish - beginning);
}

static void end(SSL *connection) {
    int descriptor = SSL_get_fd(connection);
    SSL_shutdown(connection);
    SSL_free(connection);
    close(descriptor);
}

static int compare(const void *first, const void *second) {
    double difference = *(const double *)first - *(const double *)second;
    return (difference > 0) - (difference < 0);
}

static SSL_CTX *new_context(const char *authorities) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_default_read_buffer_len(context, 1 << 16);
    if (SSL_CTX_load_verify_file(context, authorities) != 1) exit(1);
    return context;
}

int main(int count, char **words) {
    if (count < 5) return 64;
    int port = atoi(words[2]);
    if (strcmp(words[1], "mailbox") == 0 && count == 7) {
        double beginning = now();
        SSL *connection = connect_to(new_context(words[3]), port);
        read_mailbox(connection, words + 4, beginning);
        return 0;
    }
    if (count != 5) return 64;
    if (strcmp(words[1], "download") == 0) {
        SSL *connection = connect_to(new_context(words[3]), port);
        double start = now();
        long octets = read_all(connection, words[4]);
        printf("{\"bytes\": %ld, \"seconds\": %f}\n", octets, now() - start);
        end(connection);
        return 0;
    }
    int times = atoi(words[4]);
    double *full = calloc(times, sizeof *full);
    for (int turn = 0; turn < times; turn++) {
        /* A new context per connection: the first connection of a context initializes it. */
        SSL_CTX *context = new_context(words[3]);
        double start = now();
        SSL *connection = connect_to(context, port);
        full[turn] = (now() - start) * 1000;
        read_all(connection, "/none");
        end(connection);
        SSL_CTX_free(context);
    }
    qsort(full, times, sizeof *full, compare);
    printf("{\"full\": %f}\n", full[times / 2]);
    return 0;
}
