/** One line without control characters, with something to see. Written so that every dialect of regular expressions reads it alike. */
export const lineWithContent = /^[ \u00a0]*[!-~\u00a1-\uffff][ -~\u00a0-\uffff]*$/;

/** Any text without control characters other than tabs and line breaks. */
export const plainText = /^[\t\n\r -~\u0080-\uffff]*$/;
