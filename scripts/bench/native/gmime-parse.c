/* Parse every message of a directory with GMime, and print one line of JSON.
 *
 * usage: gmime-parse DIR [ROUNDS=3]
 *
 * Reads the files into memory first. Each round then parses all of them in one thread: the
 * structure, every header field decoded to UTF-8, the addresses, the date, the parameters, the
 * file names, and the content of every text entity decoded to UTF-8. "seconds" is the best
 * round. "parts" counts every entity: multiparts, leaves, and message/rfc822 entities, whose
 * inner message is counted too. "headers" counts the header fields of all entities.
 */

#include <dirent.h>
#include <gmime/gmime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    gint64 parts;
    gint64 headers;
    gint64 text_bytes;
    gint64 other_bytes; /* depends on the values, so that the compiler cannot leave them out */
} Totals;

static void
add_length (Totals *totals, const char *string)
{
    if (string)
        totals->other_bytes += strlen (string);
}

/* Reading the files ----------------------------------------------------------------------- */

static GByteArray *
read_file (const char *path)
{
    char *data;
    gsize length;
    GError *error = NULL;

    if (!g_file_get_contents (path, &data, &length, &error)) {
        fprintf (stderr, "gmime-parse: %s\n", error->message);
        exit (1);
    }
    return g_byte_array_new_take ((guint8 *) data, length);
}

static GPtrArray *
read_directory (const char *directory)
{
    struct dirent **entries;
    GPtrArray *files = g_ptr_array_new ();
    int count = scandir (directory, &entries, NULL, alphasort);

    if (count < 0) {
        perror (directory);
        exit (1);
    }
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] != '.') {
            char *path = g_build_filename (directory, entries[i]->d_name, NULL);
            g_ptr_array_add (files, read_file (path));
            g_free (path);
        }
        free (entries[i]);
    }
    free (entries);
    return files;
}

/* Header fields --------------------------------------------------------------------------- */

static void
visit_headers (GMimeHeaderList *headers, Totals *totals)
{
    int count = g_mime_header_list_get_count (headers);

    for (int i = 0; i < count; i++) {
        GMimeHeader *header = g_mime_header_list_get_header_at (headers, i);
        add_length (totals, g_mime_header_get_value (header));
    }
    totals->headers += count;
}

static void
visit_addresses (InternetAddressList *list, Totals *totals)
{
    int count = list ? internet_address_list_length (list) : 0;

    for (int i = 0; i < count; i++) {
        InternetAddress *address = internet_address_list_get_address (list, i);

        add_length (totals, internet_address_get_name (address));
        if (INTERNET_ADDRESS_IS_MAILBOX (address))
            add_length (totals, internet_address_mailbox_get_addr (INTERNET_ADDRESS_MAILBOX (address)));
        else if (INTERNET_ADDRESS_IS_GROUP (address))
            visit_addresses (internet_address_group_get_members (INTERNET_ADDRESS_GROUP (address)), totals);
    }
}

static void
visit_parameters (GMimeParamList *parameters, Totals *totals)
{
    int count = parameters ? g_mime_param_list_length (parameters) : 0;

    for (int i = 0; i < count; i++) {
        GMimeParam *parameter = g_mime_param_list_get_parameter_at (parameters, i);
        add_length (totals, g_mime_param_get_name (parameter));
        add_length (totals, g_mime_param_get_value (parameter));
    }
}

/* Entities -------------------------------------------------------------------------------- */

static gboolean
is_subset_of_utf8 (const char *charset)
{
    return !g_ascii_strcasecmp (charset, "utf-8") || !g_ascii_strcasecmp (charset, "us-ascii");
}

/* Like g_mime_text_part_get_text, but without a conversion if the text only needs to be valid
 * UTF-8, which is a few percent faster. */
static void
visit_text (GMimeTextPart *part, Totals *totals)
{
    GMimeDataWrapper *content = g_mime_part_get_content (GMIME_PART (part));
    const char *charset = g_mime_text_part_get_charset (part);
    GMimeFilter *filter;

    if (!content)
        return;
    GByteArray *text = g_byte_array_new ();
    GMimeStream *stream = g_mime_stream_mem_new_with_byte_array (text);
    g_mime_stream_mem_set_owner (GMIME_STREAM_MEM (stream), FALSE);
    if (charset && !is_subset_of_utf8 (charset) && (filter = g_mime_filter_charset_new (charset, "utf-8"))) {
        GMimeStream *filtered = g_mime_stream_filter_new (stream);
        g_mime_stream_filter_add (GMIME_STREAM_FILTER (filtered), filter);
        g_object_unref (filter);
        g_mime_data_wrapper_write_to_stream (content, filtered);
        g_mime_stream_flush (filtered);
        g_object_unref (filtered);
    } else {
        g_mime_data_wrapper_write_to_stream (content, stream);
        totals->other_bytes += g_utf8_validate ((const char *) text->data, text->len, NULL);
    }
    g_object_unref (stream);
    totals->text_bytes += text->len;
    g_byte_array_unref (text);
}

static void visit_message (GMimeMessage *message, Totals *totals);

static void
visit_entity (GMimeObject *entity, Totals *totals)
{
    totals->parts++;
    visit_headers (g_mime_object_get_header_list (entity), totals);
    visit_parameters (g_mime_content_type_get_parameters (g_mime_object_get_content_type (entity)), totals);

    if (GMIME_IS_MULTIPART (entity)) {
        int count = g_mime_multipart_get_count (GMIME_MULTIPART (entity));
        for (int i = 0; i < count; i++)
            visit_entity (g_mime_multipart_get_part (GMIME_MULTIPART (entity), i), totals);
    } else if (GMIME_IS_MESSAGE_PART (entity)) {
        GMimeMessage *inner = g_mime_message_part_get_message (GMIME_MESSAGE_PART (entity));
        if (inner)
            visit_message (inner, totals);
    } else if (GMIME_IS_PART (entity)) {
        add_length (totals, g_mime_part_get_filename (GMIME_PART (entity)));
        if (GMIME_IS_TEXT_PART (entity))
            visit_text (GMIME_TEXT_PART (entity), totals);
    }
}

static void
visit_message (GMimeMessage *message, Totals *totals)
{
    static const GMimeAddressType types[] = {
        GMIME_ADDRESS_TYPE_FROM, GMIME_ADDRESS_TYPE_TO, GMIME_ADDRESS_TYPE_CC,
        GMIME_ADDRESS_TYPE_BCC, GMIME_ADDRESS_TYPE_REPLY_TO, GMIME_ADDRESS_TYPE_SENDER,
    };
    GDateTime *date = g_mime_message_get_date (message);
    GMimeObject *entity = g_mime_message_get_mime_part (message);

    visit_headers (g_mime_object_get_header_list (GMIME_OBJECT (message)), totals);
    for (size_t i = 0; i < G_N_ELEMENTS (types); i++)
        visit_addresses (g_mime_message_get_addresses (message, types[i]), totals);
    if (date)
        totals->other_bytes += g_date_time_to_unix (date) != 0;
    if (entity)
        visit_entity (entity, totals);
}

/* Rounds ---------------------------------------------------------------------------------- */

static void
parse_file (GMimeParser *parser, GByteArray *data, Totals *totals)
{
    GMimeStream *stream = g_mime_stream_mem_new_with_byte_array (data);
    GMimeMessage *message;

    g_mime_stream_mem_set_owner (GMIME_STREAM_MEM (stream), FALSE);
    g_mime_parser_init_with_stream (parser, stream);
    message = g_mime_parser_construct_message (parser, NULL);
    if (message) {
        visit_message (message, totals);
        g_object_unref (message);
    }
    g_object_unref (stream);
}

static double
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static double
parse_all (GPtrArray *files, Totals *totals)
{
    GMimeParser *parser = g_mime_parser_new ();
    double start = now ();

    for (guint i = 0; i < files->len; i++)
        parse_file (parser, files->pdata[i], totals);
    double seconds = now () - start;
    g_object_unref (parser);
    return seconds;
}

int
main (int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf (stderr, "usage: gmime-parse DIR [ROUNDS=3]\n");
        return 2;
    }
    int rounds = argc > 2 ? atoi (argv[2]) : 3;
    GPtrArray *files = read_directory (argv[1]);
    Totals totals = { 0 };
    double best = 0;
    gint64 bytes = 0;

    for (guint i = 0; i < files->len; i++)
        bytes += ((GByteArray *) files->pdata[i])->len;

    g_mime_init ();
    for (int round = 0; round < MAX (rounds, 1); round++) {
        totals = (Totals) { 0 };
        double seconds = parse_all (files, &totals);
        if (round == 0 || seconds < best)
            best = seconds;
    }
    printf ("{\"program\":\"gmime\",\"messages\":%u,\"bytes\":%" G_GINT64_FORMAT
            ",\"parts\":%" G_GINT64_FORMAT ",\"headers\":%" G_GINT64_FORMAT
            ",\"textBytes\":%" G_GINT64_FORMAT ",\"seconds\":%.6f}\n",
            files->len, bytes, totals.parts, totals.headers, totals.text_bytes, best);
    return 0;
}
