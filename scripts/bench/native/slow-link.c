/* A proxy for a local server that delays data: it forwards everything the given number of milliseconds later, in each
   direction, without limiting the rate. It has one thread and uses little CPU time, so that measurements show the
   delay.

   usage: slow-link PORT MILLISECONDS

   Prints its own port first. For each line of input, prints how often the client of the last connection waited for the
   server before it sent more, the TCP handshake included; and how many bytes all clients have sent and received so far.
   Exits at the end of input. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_LINKS 64
/* More than loopback transfers in 20 ms. */
#define MOST_HELD (64 << 20)

struct piece {
    struct piece *next;
    double due;
    size_t length, sent;
    char octets[];
};

/* One direction. An empty piece marks its end. */
struct way {
    int from, to, is_ended, is_done;
    size_t held;
    struct piece *first, **last;
};

struct link {
    int is_used, trips, is_answered;
    struct way ways[2];
};

static struct link links[MOST_LINKS];
static double delay;
static long long sent, received;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void prepare(int descriptor) {
    int one = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

static struct link *begin(int near, const struct sockaddr_in *target) {
    int far = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct link *link = links;
    while (link < links + MOST_LINKS && link->is_used) link++;
    if (far < 0 || link == links + MOST_LINKS || connect(far, (const struct sockaddr *)target, sizeof *target) != 0) exit(1);
    prepare(near);
    prepare(far);
    *link = (struct link){.is_used = 1, .trips = 1, .is_answered = 1};
    link->ways[0] = (struct way){.from = near, .to = far};
    link->ways[1] = (struct way){.from = far, .to = near};
    for (int index = 0; index < 2; index++) link->ways[index].last = &link->ways[index].first;
    return link;
}

static void take(struct link *link, struct way *way) {
    static char buffer[1 << 18];
    ssize_t count = recv(way->from, buffer, sizeof buffer, MSG_DONTWAIT);
    /* A server that writes an answer in pieces waits for the acknowledgement of the first one, which must not be later
       than on a real link. */
    int one = 1;
    setsockopt(way->from, IPPROTO_TCP, TCP_QUICKACK, &one, sizeof one);
    size_t length = count > 0 ? (size_t)count : 0;
    struct piece *piece = malloc(sizeof *piece + length);
    int is_client = way == link->ways;
    if (!piece) exit(1);
    if (is_client && length > 0 && link->is_answered) link->trips++;
    *(is_client ? &sent : &received) += (long long)length;
    link->is_answered = !is_client;
    *piece = (struct piece){.due = now() + delay, .length = length};
    memcpy(piece->octets, buffer, length);
    *way->last = piece;
    way->last = &piece->next;
    way->held += length;
    way->is_ended = length == 0;
}

static void give(struct way *way) {
    double time = now();
    while (way->first && way->first->due <= time) {
        struct piece *piece = way->first;
        if (piece->length == 0) {
            shutdown(way->to, SHUT_WR);
            way->is_done = 1;
        } else {
            ssize_t count = send(way->to, piece->octets + piece->sent, piece->length - piece->sent,
                                 MSG_DONTWAIT | MSG_NOSIGNAL);
            /* If the receiver is gone, drop the data, so that the end of the stream is reached. */
            piece->sent = count < 0 && errno != EAGAIN ? piece->length : piece->sent + (size_t)(count > 0 ? count : 0);
            if (piece->sent < piece->length) return;
        }
        way->held -= piece->length;
        way->first = piece->next;
        if (!way->first) way->last = &way->first;
        free(piece);
    }
}

static void end(struct link *link) {
    close(link->ways[0].from);
    close(link->ways[0].to);
    link->is_used = 0;
}

int main(int count, char **words) {
    if (count != 3) return 64;
    struct sockaddr_in target = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1]))}, own = target;
    target.sin_addr.s_addr = own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    own.sin_port = 0;
    delay = atof(words[2]) / 1000;
    socklen_t size = sizeof own;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&own, size) != 0 || listen(listener, MOST_LINKS) != 0 ||
        getsockname(listener, (struct sockaddr *)&own, &size) != 0)
        return 1;
    prctl(PR_SET_TIMERSLACK, 1000);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("%d\n", ntohs(own.sin_port));
    struct link *latest = links;
    while (1) {
        struct pollfd waits[2 + 4 * MOST_LINKS] = {{.fd = 0, .events = POLLIN}, {.fd = listener, .events = POLLIN}};
        struct way *ways[2 + 4 * MOST_LINKS];
        struct link *owners[2 + 4 * MOST_LINKS];
        nfds_t used = 2;
        double first = 1e18, time = now();
        for (struct link *link = links; link < links + MOST_LINKS; link++) {
            for (struct way *way = link->ways; link->is_used && way < link->ways + 2; way++) {
                if (!way->is_ended && way->held < MOST_HELD) {
                    owners[used] = link;
                    ways[used] = way;
                    waits[used++] = (struct pollfd){.fd = way->from, .events = POLLIN};
                }
                if (!way->first) continue;
                if (way->first->due > time) {
                    if (way->first->due < first) first = way->first->due;
                } else {
                    owners[used] = link;
                    ways[used] = way;
                    waits[used++] = (struct pollfd){.fd = way->to, .events = POLLOUT};
                }
            }
        }
        double rest = first - time;
        struct timespec limit = {.tv_sec = (time_t)rest, .tv_nsec = (long)((rest - (double)(time_t)rest) * 1e9)};
        if (ppoll(waits, used, first < 1e18 ? &limit : NULL, NULL) < 0) return 1;
        for (nfds_t index = 2; index < used; index++) {
            if (waits[index].events == POLLIN && waits[index].revents) take(owners[index], ways[index]);
        }
        for (struct link *link = links; link < links + MOST_LINKS; link++) {
            if (!link->is_used) continue;
            give(&link->ways[0]);
            give(&link->ways[1]);
            if (link->ways[0].is_done && link->ways[1].is_done) end(link);
        }
        if (waits[0].revents) {
            char line[64];
            if (read(0, line, sizeof line) <= 0) return 0;
            printf("%d %lld %lld\n", latest->trips, sent, received);
        }
        if (waits[1].revents) {
            int near = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
            if (near >= 0) latest = begin(near, &target);
        }
    }
}
