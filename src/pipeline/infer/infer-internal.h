/* What the files of the folder share. */
#pragma once

#include "infer/infer.h"
#include "pipeline/pipeline-internal.h"

/* Whether the folder of the options can be filled: it is not there, or an earlier inference made it. */
gboolean af_infer_check_output (const AfOptions *options, GError **error);
/* Writes contracts.patch, a patch for each proposal, contracts.json and contracts.html to the folder; nothing is left
 * there of an earlier one. */
gboolean af_infer_write (const AfOptions *options, const AfModule *module, const AfInference *inference,
                         GError **error);
/* contracts.html; owned by the caller. */
char *af_infer_page (const AfModule *module, const AfInference *inference, guint64 seed, GError **error);
/* What speaks for a proposal; what it would catch, or null; whose it is: owned by the caller. */
char *af_infer_evidence (const AfProposal *proposal);
char *af_infer_catches (const AfInference *inference, const AfProposal *proposal);
char *af_infer_heading (const AfModule *module, const AfProposal *proposal);
/* Changes the sources and headers themselves, as --take says; none of them if one has changed meanwhile. */
gboolean af_infer_apply (const AfOptions *options, const AfModule *module, const AfInference *inference,
                         GError **error);
/* Of @inference those that --take names: array of AfProposal, not owned.  Null with AF_ERROR_USAGE; without an
 * inference only what needs none is looked at. */
GPtrArray *af_infer_taken (const AfOptions *options, const AfInference *inference, GError **error);
/* @proposals as one diff; owned by the caller. */
char *af_infer_diff (const AfModule *module, const AfInference *inference, const GPtrArray *proposals, GError **error);
/* contracts.json; owned by the caller. */
char *af_infer_json (const AfModule *module, const AfInference *inference, guint64 seed);
/* Makes changes of the code and notes in the proposals which of these they would catch; needs a run whose module is
 * read and not built. */
gboolean af_infer_catch (AfRun *run, AfInference *inference, GError **error);
