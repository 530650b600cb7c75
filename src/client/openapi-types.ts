/** Types of every operation. Generated from openapi.json by `npm run client:types`. */

export interface paths {
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe this API */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is wrong with the gateway, and what to do
         * @description The operator's file, the servers that the operator reaches, the address, the data folder, the disk, the keys and the database, as this process sees them.
         */
        get: operations["diagnose"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens in the account, as it happens
         * @description An event stream: `server.changed`, `call.completed`, `approval.waiting`, `approval.decided`, `run.changed`, `app.changed`, each with an id and as far as the caller may see it; an app key hears its app. No arguments and no results are in it. `Last-Event-ID` resends what came after, once, from any process; when that is not known any more, `reset` comes first: read anew what you show.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is configured, and where it comes from
         * @description Every variable, as this process has it. Of secrets only whether they are set.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/results/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the whole of a result that was cut
         * @description For KEPT_RESULT_MINUTES and for whoever made the call. `Range: bytes=0-65535` reads part of it (RFC 9110 §14); of several ranges at once the whole is the answer.
         */
        get: operations["readResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account of the token */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Decide for the account
         * @description With `configAccess: "members"`, members can create apps and change configs and secrets, including the policies that apply to them. With `requireSecondFactor` browsers without one are shut out within five seconds, but for setting it up; tokens, keys and programs stay.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened in the account, newest first */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened in the account, as a file
         * @description Newest first. The export is an event itself.
         */
        get: operations["exportAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invitations that nobody has accepted yet, newest first
         * @description Without their links, which are told once.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description The link is in the answer only; the gateway sends no mail. A new invitation to the same address replaces the one before.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take an invitation back */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The people of the account */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/members/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take somebody out of the account, or leave it
         * @description Their tokens for this account are dead: here at once, in all processes within five seconds. Admins may not remove owners; everybody may leave.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Give somebody another role
         * @description It holds here at once, in all processes within five seconds; sessions and streams that were begun with the former role end. Admins may not make or unmake owners, and everybody may come down. What a rule of an issuer gives is the rule’s to change.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/api/cli/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your own password
         * @description Browsers are signed out, the one that asks too; tokens live on. With a token it takes the scope `account`; people whose tokens have it not use the page `/password`.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The browsers that you are signed in with, newest first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign yourself out in all other browsers
         * @description The browser that asks stays signed in. What is open under it ends: here at once, in all processes within five seconds.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign yourself out in one browser
         * @description What is open under it ends: here at once, in all processes within five seconds.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where people can sign in
         * @description A browser begins at `/oauth/sign-in/{id}`.
         */
        get: operations["listSignInProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/members/{user}/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the last sign-in of somebody at an issuer said
         * @description For who wonders why somebody has a role: the claims, and the rules that matched them.
         */
        get: operations["getMemberSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the account may use, and what it uses
         * @description With all of its tokens together, in the process that answers; requests are counted, and what is stored is measured, over all processes. Who meets a limit gets `rate-limited` or `overloaded` with its variable as `limit`.
         */
        get: operations["getUsageLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your second factors, and whether the account asks for one */
        get: operations["listFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up an authenticator
         * @description It counts once a first code is confirmed, within fifteen minutes.
         */
        post: operations["beginFactor"];
        /**
         * Take your second factor away
         * @description With a code of it, or a recovery code; those are gone with your last factor. Other browsers that showed a code of it are signed out.
         */
        delete: operations["removeFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor on with a first code
         * @description From now on sign-in with your password asks for a code. Your other browsers, in which none was shown, are signed out.
         */
        post: operations["confirmFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the browser needs to make a passkey
         * @description For `navigator.credentials.create()`, in the browser that asks; good once, within five minutes.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey that the browser made
         * @description From now on it signs you in, alone or after your password, which alone does not any more. With your first factor come recovery codes, and your other browsers are signed out.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys/{passkey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a passkey away
         * @description Nobody signs in with it any more, and other browsers that were signed in with it are signed out. With your last factor the recovery codes are gone.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/members/{user}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link by which somebody sets a new password
         * @description For people who forgot theirs: send it to them yourself. It works once, until a newer one is made, the person joins another account or leaves, or you leave. With its use they are signed out everywhere and all their tokens are dead; with `factor` it also takes their second factor away. Operators and people in several accounts are the operator’s to help, as are those of other accounts: that takes the scope `operator` and the role owner.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/auth/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to log a device in (RFC 8628 §3.1) */
        post: operations["beginDeviceLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/auth/poll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the token of a device login (RFC 8628 §3.4)
         * @description Until somebody has decided, the answer is 400 with `authorization_pending` or `slow_down`.
         */
        post: operations["pollDeviceLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who the token, or the browser, belongs to */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke the token of this request, or sign the browser out */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/auth/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your own live tokens in this account, newest first */
        get: operations["listTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/auth/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke one of your own tokens
         * @description That of the request, or with the scope `account` any.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The programs that you let in to this account, newest first
         * @description Operators who name an account see those of all its people.
         */
        get: operations["listGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take back what a program was granted
         * @description Its tokens are dead: here at once, in all processes within five seconds, with what is open under them.
         */
        delete: operations["revokeGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The servers that the operator publishes, as they are declared
         * @description Those of the operator's file, which are read-only and go before, and those of the database.
         */
        get: operations["listPublishedServers"];
        put?: never;
        /**
         * Publish a server at run time
         * @description It is there at once, in all processes within seconds. What it is sent is sealed and never shown. A `command` takes a browser that was signed in within the last ten minutes.
         */
        post: operations["publishServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/published/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Declare a published server anew */
        put: operations["republishServer"];
        post?: never;
        /** Publish a server no more */
        delete: operations["unpublishServer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a server before it is saved
         * @description Connects and asks for its tools; nothing stays behind. A failure is an answer. Who is not an operator reaches nothing private and starts no process; for operators a `command` takes a browser that was signed in within the last ten minutes.
         */
        post: operations["probeServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the apps of the account, newest first */
        get: operations["listApps"];
        put?: never;
        /**
         * Make an app
         * @description Its config is version 1, empty unless one is sent along.
         */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an app */
        get: operations["getApp"];
        put?: never;
        post?: never;
        /**
         * Delete an app
         * @description Its configs and secrets go with it, its keys die at once.
         */
        delete: operations["deleteApp"];
        options?: never;
        head?: never;
        /** Rename or describe an app */
        patch: operations["updateApp"];
        trace?: never;
    };
    "/api/cli/apps/{app}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the config of an app */
        get: operations["getConfig"];
        /**
         * Save the config of an app
         * @description Builds on the state that `If-Match` or `version` names; of several writers that build on the same one, one wins. Content that is the same keeps the version, unless it has hooks, or notices that call tools, and the user who saved it has left the account. What surely is a credential in plain text is refused unless `allowLiterals=true`.
         */
        put: operations["saveConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/config/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a config, newest first */
        get: operations["listConfigVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/config/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase the content of an older version
         * @description For what should never have been saved. The version stays in the list, with `blankedAt`; the one in force cannot be erased. Owners only.
         */
        delete: operations["blankConfigVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/config/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring an older version of a config back
         * @description Its content becomes a new version; the ones between stay. `If-Match` is honoured, not required.
         */
        post: operations["rollBackConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the names of the secrets of an app */
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or replace a secret
         * @description Connections that use it are renewed. It goes only to its origins: those named here, or those to which the config in force first sends it.
         */
        put: operations["putSecret"];
        post?: never;
        /**
         * Delete a secret
         * @description Servers that need it cannot be used afterwards.
         */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        /**
         * Say where a secret may go
         * @description The value stays. Owners and admins only.
         */
        patch: operations["patchSecret"];
        trace?: never;
    };
    "/api/cli/apps/{app}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the live keys of an app, newest first */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key for an app
         * @description Its text is in this answer and never again. Two keys can live at a time, so that one can replace the other, and fifty for clients.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key of an app */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The calls of the account, newest first
         * @description What went to an MCP server and what failed, whichever way it came: REST, SDK, native MCP, chats, workflows. Kept for CALL_LOG_DAYS; with CALL_LOG=off the last CALLS_KEPT of the process that answers. Owners and admins see the account, members what they asked themselves, an app key what keys of its app asked.
         */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        /** Erase the calls of a person */
        delete: operations["eraseCalls"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The calls of the account as a file
         * @description Those that `GET /api/calls` lists, newest first. The export is an event of the audit log.
         */
        get: operations["exportCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why a call went as it did
         * @description By the `X-Request-Id` of its answer: whose token it was, what the policy said, which credential and connection were used, how often it was sent and where the time went; with CALL_LOG=full what went to tools and what they answered, redacted.
         */
        get: operations["explainCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is asking, and what they may do
         * @description For tokens of people and programs, keys of apps and browsers that are signed in.
         */
        get: operations["whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who may use which servers and tools
         * @description Without a grant that names people everybody in the account may use everything; with any, members whom none names may use nothing, owners and admins all unless they are named. The whole list, or with `limit`, `cursor` or a filter page by page.
         */
        get: operations["listServerGrants"];
        /**
         * Say who may use which servers and tools
         * @description These grants, in place of all that there were. Open sessions of those concerned begin anew.
         */
        put: operations["replaceServerGrants"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add grants and take others away
         * @description For long lists. What is there already stays, what is not there is not missed.
         */
        patch: operations["changeServerGrants"];
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the account has used, by server, tool, app, user, client or day
         * @description Calls of tools, by whichever way they came, each call of a chat and step of a workflow too, rolled up by the hour and kept for USAGE_DAYS. Owners and admins see the account, members what they called themselves, a key what keys of its app called.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your connections to servers, and those of the account and its apps */
        get: operations["listConnections"];
        put?: never;
        /**
         * Where somebody connects a server, in a browser
         * @description Finds the authorization server and a client that the gateway is there, and begins nothing.
         */
        post: operations["connectServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try a connection: ask its server for its tools */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a connection, here and at its authorization server */
        delete: operations["endConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/policies/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the gate says about a call
         * @description Calls nothing, asks no hook, and nobody for an approval.
         */
        post: operations["tryPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calls that people were asked about, newest first
         * @description Those that you may decide or oversee, and your own; keys and programs see their own.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One call that people were asked about */
        get: operations["getApproval"];
        put?: never;
        /**
         * Approve or deny a call
         * @description People alone decide, and the first decision counts. An approval is good for one call.
         */
        post: operations["decideApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Servers that can be added
         * @description Entries in the format of the official registry, the newest version of each. A source that does not answer costs its own entries, and is named in `troubles`.
         */
        get: operations["searchCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/catalog/{name}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what adding a server would do
         * @description Which package, version and bytes would run or which address would be asked, and what has to be answered. Nothing is started, downloaded or written.
         */
        post: operations["planCatalogServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/catalog/{name}/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a server as its plan says
         * @description It is published as by `POST /api/servers/published`. One that starts a process takes a browser that was signed in within the last ten minutes. A package that is another than its plan says never runs.
         */
        post: operations["addCatalogServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the servers that this token reaches
         * @description Each with its status; a server that cannot be reached is listed with its last error.
         */
        get: operations["listServers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/reconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect to a server anew, now
         * @description Without waiting for the next attempt. Calls under way end on the former connection. One that all accounts share is for the operator to renew.
         */
        post: operations["reconnectServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask a server for a sign of life */
        get: operations["pingServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tools of a server */
        get: operations["listTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a tool
         * @description A tool that ran and failed is 200 with `isError`. With `Accept: text/event-stream`: `progress` and `message` events, then one `result` or `error`, or `approval` when somebody has to approve it first. Closing the connection cancels the call.
         */
        post: operations["callTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the resources and resource templates of a server
         * @description Templates come with the first page.
         */
        get: operations["listResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp/resources/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a resource */
        post: operations["readResource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the prompts of a server */
        get: operations["listPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp/prompts/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a prompt with its arguments filled in */
        post: operations["getPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a server says unasked in a session, and the rest of streams that broke off */
        get: operations["openMcpStream"];
        put?: never;
        /**
         * Speak MCP with a server
         * @description Streamable HTTP of MCP, for any MCP client: revisions until 2025-11-25 with sessions, 2026-07-28 without. Failures are JSON-RPC errors.
         */
        post: operations["sendMcpMessage"];
        /** End a session */
        delete: operations["endMcpSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/servers/{server}/mcp/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Chat with a model that uses the tools of a server
         * @description By default the UI message stream of the AI SDK, so that `useChat` works; `Accept: application/json` gives the final message, `text/plain` its text. Later failures are an `error` event with a `code`. Closing the connection stops model and tools.
         */
        post: operations["chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the workflows of an app */
        get: operations["listWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a workflow
         * @description A run goes on when its caller leaves. With `mode: "stream"` or `Accept: text/event-stream`: `run.started`, `step.started`, `step.progress`, `step.completed`, `step.failed`, `wait.required`, then `run.completed`, `run.failed` or `run.cancelled`, with growing ids.
         */
        post: operations["executeWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the runs of an app, newest first */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/runs/{run}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One run with its steps, or a picture of it */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/runs/{run}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened in a run, and what happens until its end
         * @description An event stream that can be resumed with `Last-Event-ID`; 204 when the run has ended and there is nothing more to tell.
         */
        get: operations["streamRunEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/runs/{run}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a run
         * @description Tools that are running for it are cancelled. A run that has ended stays as it is.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/runs/{run}/signals/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a run what it waits for: a signal or an approval
         * @description It is kept until the run listens for it, but for an approval: that answers a step that waits for it now. Who sent it is kept too.
         */
        post: operations["signalRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/runs/{run}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run again: where it stopped, or from a step
         * @description A run that failed or was cancelled goes on where it stopped; `from` runs again from a step, also one that is completed. What was finished before is not repeated. From now on the run acts as the caller.
         */
        post: operations["retryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/{workflow}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One workflow, or a picture of it */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/{workflow}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When a workflow begins by itself */
        get: operations["getWorkflowSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/{workflow}/schedule/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a workflow begin no more by itself
         * @description Until somebody resumes it, whatever becomes of the config meanwhile.
         */
        post: operations["pauseWorkflowSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/{workflow}/schedule/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a workflow begin by itself again
         * @description With the next due time; those that have passed are not made up for.
         */
        post: operations["resumeWorkflowSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/{workflow}/schedule/run-now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a run as the schedule begins them
         * @description Also when it is paused, or a run of it is under way. Its due times stay as they are.
         */
        post: operations["runWorkflowScheduleNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/{workflow}/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The webhooks of a workflow, newest first */
        get: operations["listWorkflowHooks"];
        put?: never;
        /**
         * Make an address at which a workflow begins
         * @description The address is shown once. Runs that begin there act as the app.
         */
        post: operations["createWorkflowHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/{workflow}/hooks/{hook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description From now on nothing begins at its address.
         */
        delete: operations["deleteWorkflowHook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/workflows/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event to the runs of an app
         * @description It reaches every `listen` that waits for it, and begins the workflows whose `schedule.on` names it. A run that is under way and listens later finds it then.
         */
        post: operations["sendWorkflowEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search the tools of all servers of an app
         * @description Servers are asked side by side; one that fails or is slow is named in `servers` and takes nothing from the others.
         */
        get: operations["listAppTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/tools/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a tool of an app
         * @description As `callTool`, with the name from `listAppTools`.
         */
        post: operations["callAppTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the resources and resource templates of all servers of an app
         * @description Templates come with the first page. A server that fails or is slow is named in `servers`.
         */
        get: operations["listAppResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/resources/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a resource of an app */
        post: operations["readAppResource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the prompts of all servers of an app
         * @description A server that fails or is slow is named in `servers`.
         */
        get: operations["listAppPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sdk/prompts/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a prompt of an app with its arguments filled in */
        post: operations["getAppPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/tools/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the tools, prompts and instructions of an app differ from what was accepted
         * @description They are pinned as they are first seen; `policies.toolPinning` says what a difference does.
         */
        get: operations["getToolDrift"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cli/apps/{app}/tools/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept the tools, prompts and instructions of an app as they are now */
        post: operations["acceptTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apps/{app}/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an app says unasked in a session, and the rest of streams that broke off */
        get: operations["openAppMcpStream"];
        put?: never;
        /**
         * Speak MCP with all servers of an app as one
         * @description Streamable HTTP of MCP, for any MCP client of either era. Names are those of `listAppTools`.
         */
        post: operations["sendAppMcpMessage"];
        /** End a session with an app */
        delete: operations["endAppMcpSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/apps/{app}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that an SDK needs to know of an app at its start
         * @description From what is known: no server is asked. `-` stands for the app of the key.
         */
        get: operations["resolveApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find servers, tools, apps, workflows and pages by words
         * @description What the caller may see, best first, from what is known already; a server that was never asked is asked, and hardly waited for. To choose tools for a model, `GET /api/sdk/tools?search=` ranks them by what they do.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @description `{PUBLIC_URL}/problems/<code>` */
            type: string;
            title: string;
            status: number;
            detail?: string;
            /** @description Path of the request */
            instance?: string;
            /** @description Stable slug; GET /problems/{code} explains it */
            code: string;
            /** @description What to do about it */
            advice: string;
            requestId?: string;
            /** @description What was exceeded, of `rate-limited` and `overloaded`: the variable that sets it */
            limit?: string;
            errors?: {
                /** @description RFC 6901 JSON pointer */
                pointer: string;
                detail: string;
                /** @description Of an expression: the character of it, counted from 0 */
                position?: number;
            }[];
        } & {
            [key: string]: unknown;
        };
        Account: {
            id: string;
            slug: string;
            name: string;
            /**
             * @description Who can create apps and change configs and secrets: all members, or only owners and admins (default). All members can read them, without the values of secrets.
             * @enum {string}
             */
            configAccess: "members" | "admins";
            /** @description Whether browsers are let in with a second factor only; who signs in at an issuer has shown theirs there */
            requireSecondFactor: boolean;
        };
        ChangeAccountRequest: {
            /**
             * @description Who can create apps and change configs and secrets: all members, or only owners and admins (default). All members can read them, without the values of secrets.
             * @enum {string}
             */
            configAccess?: "members" | "admins";
            /** @description Whether browsers are let in with a second factor only; who signs in at an issuer has shown theirs there */
            requireSecondFactor?: boolean;
        };
        AuditEvent: {
            id: string;
            /** Format: date-time */
            at: string;
            /** @description `noun.verb`, such as `token.revoked` */
            action: string;
            userId?: string;
            tokenId?: string;
            /** @description What it was done to: an id or a name */
            target?: string;
            address?: string;
            requestId?: string;
            details: {
                [key: string]: unknown;
            };
        };
        AuditPage: {
            events: components["schemas"]["AuditEvent"][];
            nextCursor?: string;
        };
        InvitationRequest: {
            /** Format: email */
            email: string;
            /**
             * @description In this account; `member` when absent. Only owners make owners
             * @enum {string}
             */
            role?: "owner" | "admin" | "member";
            /**
             * InvitationRequestNewAccount
             * @description For the operator: the user becomes owner of an account of their own
             */
            newAccount?: {
                name: string;
            };
        };
        Invitation: {
            id: string;
            /**
             * Format: uri
             * @description To be sent to the invited person; works once
             */
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        OpenInvitation: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /**
             * OpenInvitationNewAccount
             * @description That it is to found
             */
            newAccount?: {
                name: string;
            };
            /** @description Id of the user */
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InvitationPage: {
            invitations: components["schemas"]["OpenInvitation"][];
            nextCursor?: string;
        };
        Member: {
            /** @description Of the user */
            id: string;
            email: string;
            /** @description Else somebody who accepted an invitation says that it is theirs */
            emailVerified: boolean;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** Format: date-time */
            joinedAt: string;
        };
        MemberPage: {
            members: components["schemas"]["Member"][];
            nextCursor?: string;
        };
        MemberChange: {
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        PasswordChange: {
            currentPassword: string;
            newPassword: string;
        };
        BrowserSession: {
            id: string;
            /**
             * Format: date-time
             * @description When somebody signed in
             */
            createdAt: string;
            /** @description Where from */
            address: string | null;
            /** @description What the browser said that it is */
            userAgent: string | null;
            /** @description Id of the issuer at which it was; null with a password or a passkey of the gateway */
            provider: string | null;
            /** @description Whether it is the browser that asks */
            current: boolean;
        };
        BrowserSessions: {
            sessions: components["schemas"]["BrowserSession"][];
        };
        UsageLimits: {
            limits: {
                name: string;
                /** @description Sets the maximum */
                variable: string;
                /** @enum {string} */
                unit: "count" | "bytes" | "ms" | "tokens";
                /** @description Held now, or spent in the last minute */
                used: number;
                /** @description `0`: there is no limit */
                max: number;
            }[];
        };
        PasswordReset: {
            /** @description Its use takes the second factor away too */
            factor?: boolean;
        };
        PasswordResetLink: {
            /**
             * Format: uri
             * @description To be sent to the person; works once
             */
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        PasskeyBegin: {
            password: string;
        };
        PasskeyRemoval: {
            password: string;
        };
        NewPasskey: {
            /** @description By which you tell it from your others */
            name: string;
            /**
             * NewPasskeyCredential
             * @description What the browser made: a `PublicKeyCredential` in the JSON of Web Authentication
             */
            credential: {
                id: string;
                /** NewPasskeyCredentialResponse */
                response: {
                    clientDataJSON: string;
                    attestationObject: string;
                    /** @default [] */
                    transports: string[];
                };
            };
        };
        AddedPasskey: {
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description When you added it
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When you last signed in with it
             */
            lastUsedAt: string | null;
            /** @description Of your first factor: each good once in place of it; never shown again */
            recoveryCodes: string[];
        };
        FactorBegin: {
            password: string;
        };
        FactorCode: {
            /** @description That the authenticator shows now */
            code: string;
        };
        FactorRemoval: {
            /** @description That the authenticator shows now, or a recovery code */
            code: string;
        };
        NewFactor: {
            /** @description To be typed into an authenticator, in base32 */
            secret: string;
            /** @description The same with all else, as authenticators read it from a picture: `otpauth://totp/…` */
            uri: string;
        };
        RecoveryCodes: {
            /** @description Each good once in place of a code; never shown again */
            recoveryCodes: string[];
        };
        HeldAuthenticator: {
            /** @enum {string} */
            kind: "totp";
            /**
             * Format: date-time
             * @description Since when it is asked for
             */
            createdAt: string;
            recoveryCodesLeft: number;
        };
        HeldPasskey: {
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description When you added it
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When you last signed in with it
             */
            lastUsedAt: string | null;
            /** @enum {string} */
            kind: "passkey";
        };
        Factors: {
            factors: (components["schemas"]["HeldAuthenticator"] | components["schemas"]["HeldPasskey"])[];
            /** @description Each stands in for any of them once */
            recoveryCodesLeft: number;
            /** @description Whether the account asks its people for one */
            required: boolean;
            /** @description Whether you sign in with a password of the gateway, to which one can be added */
            canAdd: boolean;
            /** @description Whether that may be a passkey: at an address for which browsers have them */
            canAddPasskey: boolean;
        };
        /** @description Options for `navigator.credentials` in the JSON of Web Authentication (§5.1.8, §5.1.9) */
        PasskeyQuestion: {
            /** @description In base64url: good once, within five minutes, for who asked for it */
            challenge: string;
        } & {
            [key: string]: unknown;
        };
        PasskeyQuestionForm: {
            csrf?: string;
            /** @default  */
            ticket: string;
        };
        SignInProviders: {
            providers: {
                id: string;
                label: string;
            }[];
        };
        LastSignIn: {
            provider: string;
            /** Format: date-time */
            at: string;
            /** @description What the issuer said of the person */
            claims: {
                [key: string]: unknown;
            };
            /** @description Those that matched and name this account */
            rules: {
                claim: string;
                match: string;
                account: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            }[];
        };
        DeviceLoginRequest: {
            /** @description Name of the program */
            client_id?: string;
            /** @description Separated by spaces; all but `operator` when absent */
            scope?: string;
            /** @description Shown to the person who approves; a text is taken for the name */
            device?: {
                name?: string;
                os?: string;
                version?: string;
            } | string;
        };
        DeviceLogin: {
            device_code: string;
            /** @description To be shown: `WDJB-MJHT` */
            user_code: string;
            /** Format: uri */
            verification_uri: string;
            /** Format: uri */
            verification_uri_complete: string;
            /** @description Seconds */
            expires_in: number;
            /** @description Seconds between polls */
            interval: number;
        };
        DevicePollRequest: {
            /** @description From the start of the login */
            device_code?: string;
            /** @description As at the start of the login */
            client_id?: string;
            /** @description `urn:ietf:params:oauth:grant-type:device_code` when present */
            grant_type?: string;
        };
        DeviceToken: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in: number;
            scope: string;
        };
        OAuthError: {
            /** @enum {string} */
            error: "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_grant" | "invalid_request" | "invalid_client" | "invalid_scope" | "invalid_target" | "unsupported_grant_type" | "unsupported_response_type" | "login_required" | "consent_required" | "temporarily_unavailable" | "server_error";
            error_description: string;
            /** @description Seconds between polls from now on */
            interval?: number;
        };
        Token: {
            id: string;
            /**
             * @description `grant`: of a program that came in by OAuth; `session`: a browser that is signed in
             * @enum {string}
             */
            kind: "user" | "app" | "grant" | "session";
            /** @description Who uses it */
            name: string;
            /** @description Of a key that was made for a client */
            client?: string;
            /** @description Beginning and end of its text */
            hint: string;
            scopes: ("tools:read" | "tools:call" | "apps:read" | "apps:write" | "account" | "operator")[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description `null`: lives until it is revoked
             */
            expiresAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        Me: {
            /** MeUser */
            user: {
                id: string;
                email: string;
                emailVerified: boolean;
                name: string;
            };
            /** MeAccount */
            account: {
                id: string;
                slug: string;
                name: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            };
            token: components["schemas"]["Token"];
            /** MeServer */
            server: {
                version: string;
            };
        };
        OwnToken: {
            id: string;
            /**
             * @description `grant`: of a program that came in by OAuth; `session`: a browser that is signed in
             * @enum {string}
             */
            kind: "user" | "app" | "grant" | "session";
            /** @description Who uses it */
            name: string;
            /** @description Of a key that was made for a client */
            client?: string;
            /** @description Beginning and end of its text */
            hint: string;
            scopes: ("tools:read" | "tools:call" | "apps:read" | "apps:write" | "account" | "operator")[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description `null`: lives until it is revoked
             */
            expiresAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** @description The one that this request was made with */
            current: boolean;
        };
        TokenPage: {
            tokens: components["schemas"]["OwnToken"][];
            nextCursor?: string;
        };
        ProtectedResourceMetadata: {
            /** @description The native endpoint, as people type it */
            resource: string;
            authorization_servers: string[];
            scopes_supported: string[];
            bearer_methods_supported: string[];
            resource_name: string;
            resource_documentation: string;
        };
        AuthorizationServerMetadata: {
            issuer: string;
            authorization_endpoint: string;
            token_endpoint: string;
            registration_endpoint: string;
            revocation_endpoint: string;
            device_authorization_endpoint: string;
            response_types_supported: string[];
            response_modes_supported: string[];
            grant_types_supported: string[];
            code_challenge_methods_supported: string[];
            token_endpoint_auth_methods_supported: string[];
            revocation_endpoint_auth_methods_supported: string[];
            client_id_metadata_document_supported: boolean;
            authorization_response_iss_parameter_supported: boolean;
            scopes_supported: string[];
            service_documentation: string;
        };
        ClientRegistrationRequest: {
            /** @description https, http on this computer (any port will do then), or a private scheme */
            redirect_uris: string[];
            /** @description Shown to the people who are asked */
            client_name?: string | null;
            /** @description Page about the program */
            client_uri?: string | null;
            /** @description When absent: `none` if all return addresses are on this computer or have private schemes, else `client_secret_basic` */
            token_endpoint_auth_method?: string | null;
            /** @description Whatever is named, the program may refresh its tokens */
            grant_types?: string[] | null;
            /** @description Only `code` is given */
            response_types?: string[] | null;
            /** @description Separated by spaces; unknown ones are left out */
            scope?: string | null;
        };
        RegisteredClient: {
            client_id: string;
            /** @description Seconds since the epoch */
            client_id_issued_at: number;
            /** @description Shown this once */
            client_secret?: string;
            /**
             * @description Never
             * @enum {number}
             */
            client_secret_expires_at?: 0;
            client_name: string;
            client_uri?: string;
            redirect_uris: string[];
            /** @enum {string} */
            token_endpoint_auth_method: "none" | "client_secret_basic" | "client_secret_post";
            grant_types: string[];
            response_types: "code"[];
            scope?: string;
        };
        RegistrationError: {
            /** @enum {string} */
            error: "invalid_redirect_uri" | "invalid_client_metadata" | "slow_down" | "temporarily_unavailable" | "server_error";
            error_description: string;
        };
        ProgramGrant: {
            id: string;
            /** ProgramGrantClient */
            client: {
                id: string;
                /** @description As the program calls itself */
                name: string;
                /** @description Of its document; else where people are returned to */
                host: string | null;
                /**
                 * @description How it is known: by a document at its host, by its own word, or by the operator
                 * @enum {string}
                 */
                kind: "document" | "registered" | "operator";
            };
            /** @description Who let it in */
            userId: string;
            scopes: ("tools:read" | "tools:call")[];
            /** @description Address of the one endpoint that it reaches; `null`: all */
            resource: string | null;
            /** @description Handles of the servers that it was narrowed to; `null`: all */
            servers: string[] | null;
            /** @description Ids of the apps that it was narrowed to; `null`: all */
            apps: string[] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Unless the program is used before
             */
            expiresAt: string;
        };
        ProgramGrantPage: {
            grants: components["schemas"]["ProgramGrant"][];
            nextCursor?: string;
        };
        TokenRequest: {
            /** @description What the tokens are given for */
            grant_type?: string;
            /** @description Unless the Authorization header names the client */
            client_id?: string;
            /** @description Of a client that has one and sends it in the body */
            client_secret?: string;
            /** @description For `authorization_code` */
            code?: string;
            /** @description As in the authorization request */
            redirect_uri?: string;
            /** @description RFC 7636 §4.1 */
            code_verifier?: string;
            /** @description For `refresh_token` */
            refresh_token?: string;
            /** @description For `refresh_token`: less than was granted */
            scope?: string;
            /** @description What the token is for (RFC 8707): nothing else than was granted */
            resource?: string | string[];
            /** @description For the device grant (RFC 8628 §3.4) */
            device_code?: string;
        };
        TokenAnswer: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in?: number;
            /** @description Takes the place of the one that was sent */
            refresh_token?: string;
            scope: string;
        };
        RevocationRequest: {
            /** @description Unless the Authorization header names the client */
            client_id?: string;
            /** @description Of a client that has one and sends it in the body */
            client_secret?: string;
            /** @description An access or refresh token */
            token?: string;
            /** @description Not looked at: tokens say what they are */
            token_type_hint?: string;
        };
        RevocationAnswer: Record<string, never>;
        ServerGrant: {
            /** @description Id of somebody in the account */
            member?: string;
            /** @enum {string} */
            role?: "owner" | "admin" | "member";
            /** @description Id of an identity provider, a colon, and a glob over its groups: `corp:engineering`. With `-` as the provider, it names no one */
            group?: string;
            /** @description Slug of an app, whose keys are narrowed */
            app?: string;
            /** @description Globs over handles; `workflows` stands for the workflows */
            servers: string[];
            /**
             * ServerGrantTools
             * @description Globs over the servers' own names of tools; without it, all
             */
            tools?: {
                allow?: string[];
                deny?: string[];
            };
        };
        ReplaceServerGrantsRequest: {
            /** @description `invalid-grants` names every fault */
            grants: components["schemas"]["ServerGrant"][];
        };
        ChangeServerGrantsRequest: {
            /** @description `invalid-grants` names every fault */
            add?: components["schemas"]["ServerGrant"][];
            /** @description `invalid-grants` names every fault */
            remove?: components["schemas"]["ServerGrant"][];
        };
        ServerGrants: {
            grants: components["schemas"]["ServerGrant"][];
            /** @description Those whom the grants of a page name, of a list that is asked for in pages */
            members?: {
                id: string;
                email: string;
                name: string;
            }[];
            /** @description Whether any grant of the account names people, of a list that is asked for in pages */
            forPeople?: boolean;
            /** @description While there is more, of a list that is asked for in pages */
            nextCursor?: string;
        };
        /** @description Any JSON value */
        JsonValue: unknown;
        SaveConfigRequest: {
            /** @description Checked against /schemas/app-config-1.json: `invalid-config` names every fault */
            config: components["schemas"]["AppConfig"];
            /** @description The version that this one builds on, instead of `If-Match` */
            version?: number;
            /** @description What the change is for, as in a commit */
            message?: string;
        };
        RollbackRequest: {
            /** @description The version to bring back */
            version: number;
            /** @description What the change is for, as in a commit */
            message?: string;
        };
        /** @description The config of an app; /schemas/app-config-1.json says all of it */
        AppConfig: {
            $schema?: string;
            /** @description The servers of the app by name */
            mcpServers?: {
                [key: string]: {
                    /** @description Name of a server that the operator publishes */
                    use?: string;
                    /**
                     * @description Transport; found out when absent
                     * @enum {string}
                     */
                    type?: "http" | "streamable-http" | "streamableHttp" | "sse" | "stdio";
                    /** @description Address of a remote server */
                    url?: string;
                    /** @description OpenAPI 3.0 or 3.1: the address of the document, or the document; its operations are the tools */
                    openapi?: string | {
                        [key: string]: unknown;
                    };
                    /** @description Where the API is, in place of the `servers` of the document */
                    baseUrl?: string;
                    /**
                     * AppConfigMcpServersValueOperations
                     * @description Globs for the names of tools, for `operationId`s and for `METHOD /path`
                     */
                    operations?: {
                        /** @description Only these operations are tools */
                        allow?: string[];
                        /** @description These are none, whatever `allow` says */
                        deny?: string[];
                    };
                    /** @description By the names of `securitySchemes`: the key, the token, or `user:password`; `${secret:NAME}` is replaced by a secret of the app */
                    credentials?: {
                        [key: string]: string;
                    };
                    /** @description Sent with every request; `${secret:NAME}` is replaced by a secret of the app */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description How the gateway gets in at a server that wants OAuth */
                    auth?: {
                        /** @enum {string} */
                        type: "oauth";
                        /**
                         * @description Whose the connection is: of each person their own, or one of the account
                         * @enum {string}
                         */
                        for: "user" | "account";
                        /** @description Our client at the authorization server; made by itself where that is possible */
                        clientId?: string;
                        /** @description `${secret:NAME}` is replaced by a secret of the app */
                        clientSecret?: string;
                        /** @description The authorization server, in place of the one that the server names */
                        issuer?: string;
                        /** @description Lets the authorization server call itself something else than its address (Slack) */
                        skipIssuerCheck?: boolean;
                        /** @description Further parameters of the authorization request, such as `access_type` of Google */
                        authorizeParams?: {
                            [key: string]: string;
                        };
                        /** @description What to ask for; what the server names when absent */
                        scopes?: string[];
                        /** @description `resource` of RFC 8707: `false` sends none (Microsoft Entra); as the metadata of the server spells it when absent */
                        resource?: false | string;
                    } | {
                        /** @enum {string} */
                        type: "client_credentials";
                        tokenUrl: string;
                        clientId: string;
                        /** @description `${secret:NAME}` is replaced by a secret of the app */
                        clientSecret: string;
                        /** @description What to ask for; what the server names when absent */
                        scopes?: string[];
                        /** @description `resource` of RFC 8707: `false` sends none (Microsoft Entra); as the metadata of the server spells it when absent */
                        resource?: false | string;
                    };
                    /** @description Only where the operator has set APP_STDIO=allow */
                    command?: string;
                    args?: string[];
                    /** @description Environment of the command; `${secret:NAME}` is replaced by a secret of the app */
                    env?: {
                        [key: string]: string;
                    };
                    cwd?: string;
                    /** @description What the server is for */
                    description?: string;
                    /** @description Keeps the declaration and hides the server */
                    disabled?: boolean;
                    /** @description Time that one operation may take */
                    timeoutMs?: number;
                    /** @description Calls at once */
                    maxConcurrency?: number;
                    /**
                     * @description `account` (default): no two accounts share a session
                     * @enum {string}
                     */
                    isolation?: "account" | "shared";
                    /** @description Names of headers and variables whose values the server may say: they are not redacted */
                    notSecret?: string[];
                    /**
                     * AppConfigMcpServersValueTools
                     * @description Which tools are shown, and how their results are
                     */
                    tools?: {
                        /** @description Only these tools are shown */
                        allow?: string[];
                        /** @description These tools are hidden, whatever `allow` says */
                        deny?: string[];
                        /** @description How results are shown, by globs for the names of tools; of those that fit the first counts */
                        shape?: {
                            [key: string]: {
                                /** @description JSONata over what the tool says: only its value is shown; where it fails, nothing is */
                                pick?: string;
                                /** @description Bytes of JSON that are shown of a result at most */
                                maxBytes?: number;
                                /**
                                 * @description `resource` (default): the whole of a result that is cut can be read for an hour; `cut`: it is gone
                                 * @enum {string}
                                 */
                                overflow?: "resource" | "cut";
                            };
                        };
                    };
                    /**
                     * @description Whether the server may ask callers something in the middle of a call (elicitation, sampling, roots); `allow` by default
                     * @enum {string}
                     */
                    questions?: "allow" | "deny";
                    /** @description What is shown of a tool instead of what the server says, by the server's name for it */
                    overrides?: {
                        [key: string]: {
                            name?: string;
                            title?: string;
                            description?: string;
                            annotations?: {
                                [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /**
             * AppConfigTools
             * @description How the native endpoint of the app shows its tools: all of them, or a search over them
             */
            tools?: {
                /** @enum {string} */
                mode?: "list" | "search";
            };
            /**
             * AppConfigChat
             * @description Defaults of chats with servers of the app
             */
            chat?: {
                /** @description `provider/model` */
                model?: string;
                system?: string;
                maxSteps?: number;
                /** @enum {string} */
                approval?: "auto" | "always" | "never";
                /** AppConfigChatTools */
                tools?: {
                    /** @description Only these tools are shown */
                    allow?: string[];
                    /** @description These tools are hidden, whatever `allow` says */
                    deny?: string[];
                };
                maxOutputTokens?: number;
                temperature?: number;
            };
            /** @description Workflow documents (CNCF Serverless Workflow) by name */
            workflows?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** AppConfigPolicies */
            policies?: {
                /** @description Globs for tool names (`server__tool`): these run only after an approval */
                requireApproval?: string[];
                /**
                 * @description What happens when a tool, a prompt or the instructions change: nothing, a warning (default), or they are kept back until accepted
                 * @enum {string}
                 */
                toolPinning?: "off" | "warn" | "block";
                /** @description Who may call what, and how: the first rule that matches decides */
                rules?: {
                    /** AppConfigPoliciesRulesItemMatch */
                    match: {
                        /** @description Globs for tool names: `server__tool` in an app, the server's own names in the operator's file */
                        tools: string[];
                        /** @description Globs for callers: `user:<email>`, `role:<role>`, `key:<name>`, `client:<client_id>` of an OAuth client or the client of a key; absent: all */
                        callers?: string[];
                        /** @description JSONata over `$arguments`, `$caller`, `$tool` and `$time`; absent: always */
                        when?: string;
                    };
                    /** @enum {string} */
                    then: "allow" | "deny" | "ask" | "redact";
                    /** @description Text for callers who are refused or asked */
                    reason?: string;
                }[];
                /**
                 * AppConfigPoliciesApprovers
                 * @description Who decides about calls that need an approval: without it owners and admins of the caller's account. An app only narrows who decides about what policies of the operator ask
                 */
                approvers?: {
                    /** @description People of these roles in the caller's account */
                    roles?: ("owner" | "admin" | "member")[];
                    /**
                     * @description Whoever runs the gateway
                     * @enum {boolean}
                     */
                    operator?: true;
                    /**
                     * @description Nobody decides about calls of their own
                     * @enum {string}
                     */
                    except?: "caller";
                };
                /** @description Who is told of calls that wait for an approval */
                notify?: {
                    /**
                     * @description A call waits for an approval
                     * @enum {string}
                     */
                    on: "approval";
                    /**
                     * Format: uri
                     * @description Is sent the facts by POST, without the arguments
                     */
                    url?: string;
                    /** @description `tool@server`: is called if the caller and the user who saved the config can both call it */
                    tool?: string;
                    /** @description Arguments of the tool, or what is sent too; `${url}`, `${id}`, `${tool}`, `${server}`, `${caller}` and `${expiresAt}` are filled in */
                    with?: {
                        [key: string]: unknown;
                    };
                }[];
                /** @description Who else is asked about what passes, in this order */
                hooks?: {
                    /** @description Requests that it is asked about */
                    on: ("tools/call" | "resources/read" | "prompts/get")[];
                    /**
                     * @description Before the server gets the request, or before the caller sees the result
                     * @enum {string}
                     */
                    phase: "request" | "response";
                    /** @description Where it is asked, with a POST */
                    url?: string;
                    /** @description The tool that is called instead, `tool@server`, if the caller and the user who saved the config can both call it */
                    tool?: string;
                    /** @description Key of the signature of what is sent to `url`: `${secret:NAME}` */
                    secret?: string;
                    /** @description How long it may take; 5000 by default */
                    timeoutMs?: number;
                    /**
                     * @description What becomes of a request when there is no decision: a refusal (default), or nothing
                     * @enum {string}
                     */
                    onError?: "deny" | "allow";
                }[];
                /**
                 * AppConfigPoliciesChecks
                 * @description What the gateway itself looks for in what passes
                 */
                checks?: {
                    /**
                     * @description What becomes of what looks like a credential: a mark in its place, or a refusal
                     * @enum {string}
                     */
                    secrets?: "redact" | "deny";
                    /** @description Kinds of personal data, each shown as the name of its kind */
                    pii?: ("email" | "card" | "iban" | "phone")[];
                    /**
                     * @description What becomes of characters that nobody sees
                     * @enum {string}
                     */
                    invisibleText?: "strip" | "deny";
                    /** @description Most bytes of the arguments as JSON */
                    maxArgumentBytes?: number;
                    /** @description Most bytes of a result as JSON */
                    maxResultBytes?: number;
                    /** @description Globs of the addresses that may stand in arguments, which are refused else, and in results, where others are not shown */
                    urls?: string[];
                };
            };
            /** AppConfigFeatures */
            features?: {
                /** @description Adds the tool `run_workflow`: models run documents that they write, over the tools of the app */
                runWorkflow?: boolean;
            };
        } & {
            [key: string]: unknown;
        };
        Config: {
            version: number;
            /** @description Strong entity tag with its quotes */
            etag: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * ConfigUpdatedBy
             * @description `null`: somebody who has been removed
             */
            updatedBy: {
                id: string;
                email: string;
                name: string;
            } | null;
            message?: string;
            /** @description The version that a rollback brought back */
            restoredFrom?: number;
            /**
             * Format: date-time
             * @description When its content was erased
             */
            blankedAt?: string;
            config: components["schemas"]["AppConfig"];
        };
        ConfigVersion: {
            version: number;
            /** @description Strong entity tag with its quotes */
            etag: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * ConfigVersionUpdatedBy
             * @description `null`: somebody who has been removed
             */
            updatedBy: {
                id: string;
                email: string;
                name: string;
            } | null;
            message?: string;
            /** @description The version that a rollback brought back */
            restoredFrom?: number;
            /**
             * Format: date-time
             * @description When its content was erased
             */
            blankedAt?: string;
        };
        ConfigVersionPage: {
            versions: components["schemas"]["ConfigVersion"][];
            nextCursor?: string;
        };
        ConfigOutcome: {
            version: number;
            /** @description Strong entity tag with its quotes */
            etag: string;
            changes: {
                /** @enum {string} */
                op: "add" | "remove" | "replace";
                /** @description RFC 6901 pointer into the config */
                path: string;
                before?: components["schemas"]["JsonValue"];
                after?: components["schemas"]["JsonValue"];
            }[];
            warnings: {
                code: string;
                pointer: string;
                detail: string;
            }[];
            config: components["schemas"]["AppConfig"];
        };
        CreateAppRequest: {
            name: string;
            /** @description Unique in the account; made of the name when absent */
            slug?: string;
            description?: string;
            /** @description Checked against /schemas/app-config-1.json: `invalid-config` names every fault */
            config?: components["schemas"]["AppConfig"];
        };
        UpdateAppRequest: {
            name?: string;
            /** @description Handles of the servers change with it; ids do not */
            slug?: string;
            description?: string;
        };
        App: {
            id: string;
            slug: string;
            name: string;
            description: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** AppConfigObject */
            config: {
                version: number;
                /** @description Strong entity tag with its quotes */
                etag: string;
                /** Format: date-time */
                updatedAt: string;
            };
        };
        AppPage: {
            apps: components["schemas"]["App"][];
            nextCursor?: string;
        };
        CreateKeyRequest: {
            /** @description Who uses it */
            name?: string;
            /** @description The client that uses it: its first call with this key ends the keys before of this client */
            client?: string;
            /** @description All by default */
            scopes?: ("tools:read" | "tools:call")[];
            /**
             * Format: date-time
             * @description Without it the key lives until it is revoked
             */
            expiresAt?: string;
        };
        IssuedKey: {
            id: string;
            /**
             * @description `grant`: of a program that came in by OAuth; `session`: a browser that is signed in
             * @enum {string}
             */
            kind: "user" | "app" | "grant" | "session";
            /** @description Who uses it */
            name: string;
            /** @description Of a key that was made for a client */
            client?: string;
            /** @description Beginning and end of its text */
            hint: string;
            scopes: ("tools:read" | "tools:call" | "apps:read" | "apps:write" | "account" | "operator")[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description `null`: lives until it is revoked
             */
            expiresAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** @description `gta_…`, shown this once */
            key: string;
        };
        KeyList: {
            keys: components["schemas"]["Token"][];
            nextCursor?: string;
        };
        PutSecretRequest: {
            value: string;
            /** @description Where it may go: scheme, host and port, as `https://api.example.com`. Without it the origins stay as they are; a secret that has none is fixed to those to which the config in force, or the next one, sends it. Only owners and admins add an origin to those of a secret that has some */
            origins?: string[];
        };
        PatchSecretRequest: {
            /** @description All origins that it may go to from now on */
            origins: string[];
        };
        /** @description A secret without its value, which never comes back */
        Secret: {
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Where it may go; none: it goes nowhere before a config that uses it is saved */
            origins: {
                origin: string;
                /** Format: date-time */
                firstUsedAt?: string;
            }[];
        };
        SecretList: {
            secrets: components["schemas"]["Secret"][];
            nextCursor?: string;
        };
        /** @description Who is asking, and what they may do */
        Caller: {
            /**
             * CallerUser
             * @description Absent for the key of an app
             */
            user?: {
                id: string;
                email: string;
                emailVerified: boolean;
                name: string;
            };
            /**
             * CallerApp
             * @description That of a key
             */
            app?: {
                id: string;
                slug: string;
                name: string;
            };
            /** CallerAccount */
            account: {
                id: string;
                slug: string;
                name: string;
                /**
                 * @description Of the person
                 * @enum {string}
                 */
                role?: "owner" | "admin" | "member";
            };
            /** @description All that the person is in, the oldest first; a browser speaks for the one that `X-Account` names by slug or id, or else for the first */
            accounts?: {
                id: string;
                slug: string;
                name: string;
                /** @enum {string} */
                role: "owner" | "admin" | "member";
            }[];
            /** @description The scopes that the request had */
            permissions: ("tools:read" | "tools:call" | "apps:read" | "apps:write" | "account" | "operator")[];
            /** @description Whether the caller runs this gateway */
            operator: boolean;
            token: components["schemas"]["Token"];
            /** CallerServer */
            server: {
                version: string;
            };
        };
        /** @description One exchange with an MCP server */
        CallHop: {
            /** CallHopServer */
            server: {
                id: string;
                handle: string;
            };
            /** @description MCP method, such as `tools/call` */
            method: string;
            /** @description The tool or prompt, by the server's name for it */
            target?: string;
            /** @description The rule of the policy, as it is now, that lets the tool through or denies it */
            rule?: string;
            /** @description The rules, hooks and checks that decided about the call, with its caller and arguments */
            why?: {
                /**
                 * @description Who wrote it
                 * @enum {string}
                 */
                by: "operator" | "app";
                /** @description RFC 6901 pointer into the app's config or the operator's file */
                pointer: string;
                /** @enum {string} */
                decision: "allow" | "deny" | "ask" | "redact" | "pass" | "change";
                reason?: string;
            }[];
            /** @description Whose grant lets the caller use it, as `role member`, where grants narrow the caller; `none` */
            grant?: string;
            /**
             * CallHopCause
             * @description The policy that made the exchange; absent: the caller did
             */
            cause?: {
                /** @enum {string} */
                kind: "hook" | "notice";
                /**
                 * @description Who wrote the policy
                 * @enum {string}
                 */
                by: "operator" | "app";
                /** @description RFC 6901 pointer into the app's config or the operator's file */
                pointer: string;
                /** @description The app whose config it is */
                appId?: string;
                /** @description The user (`usr_…`) who saved that config */
                savedBy?: string;
            };
            /**
             * @description `refused`: the server was not asked, `problem` says why; `waiting`: not until a person approves
             * @enum {string}
             */
            outcome: "answered" | "failed" | "refused" | "waiting";
            /**
             * @description The tool answered with an error
             * @enum {boolean}
             */
            isError?: true;
            /** @description Code of the problem */
            problem?: string;
            /** @description Names of the app's secrets, or of the operator's headers or variables, never values */
            credentials: string[];
            /** CallHopConnection */
            connection?: {
                transport: string;
                protocolVersion: string;
                reused: boolean;
            };
            attempts: number;
            /** @description Time in line behind other calls of the server */
            queueMs: number;
            /** @description Time until there was a connection; 0 when there was one */
            connectMs: number;
            /** @description All of it */
            ms: number;
            arguments?: components["schemas"]["JsonValue"];
            /**
             * @description `arguments` is the beginning of their text
             * @enum {boolean}
             */
            argumentsCut?: true;
            result?: components["schemas"]["JsonValue"];
            /**
             * @description `result` is the beginning of its text
             * @enum {boolean}
             */
            resultCut?: true;
        };
        /** @description How a call went, and why */
        Call: {
            requestId: string;
            /** Format: date-time */
            at: string;
            method: string;
            route: string;
            status: number;
            /** @description Code of the problem */
            problem?: string;
            /** CallCaller */
            caller: {
                /** @enum {string} */
                kind: "user" | "app";
                tokenId: string;
                userId?: string;
                appId?: string;
                /** @description Of a program that came in by OAuth */
                grantId?: string;
            };
            /** @description What the program calls itself */
            client?: string;
            /** CallPhases */
            phases: {
                authMs: number;
                /** @description Waiting for MCP servers and models: in line, for a connection, for the answer */
                upstreamMs: number;
                /** @description All else */
                gatewayMs: number;
                totalMs: number;
            };
            hops: components["schemas"]["CallHop"][];
        };
        CallPage: {
            calls: components["schemas"]["Call"][];
            nextCursor?: string;
        };
        UsageRow: {
            /** @description Handle of the server, `server__tool`, slug of the app, address of the user, name of the client, or day in UTC; an id where the name is gone, `null` for what belongs to none */
            key: string | null;
            /** @description Each call of a tool once, whichever way it came */
            calls: number;
            /** @description Refused, failed, or answered with `isError` */
            errors: number;
            ms: number;
            /** @description Of results */
            bytes: number;
            /** @description The same, estimated: a token for four bytes */
            tokens: number;
        };
        Usage: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @enum {string} */
            by: "server" | "tool" | "app" | "user" | "client" | "day";
            /**
             * Format: date-time
             * @description All calls until then are counted, whatever happens to the gateway
             */
            asOf: string;
            rows: components["schemas"]["UsageRow"][];
            nextCursor?: string;
        };
        /** @description A JSON Schema (draft-07) */
        JsonSchemaDocument: {
            $schema: string;
            $id: string;
        } & {
            [key: string]: unknown;
        };
        NamedCaller: {
            /** @enum {string} */
            kind: "user" | "key" | "client";
            /** @description Of the person, the key, or the grant of a program */
            id: string;
            email?: string;
            /** @description Else somebody says that the address is theirs */
            emailVerified?: boolean;
            name?: string;
            /** @enum {string} */
            role?: "owner" | "admin" | "member";
        };
        Approval: {
            /** @description `apr_…` */
            id: string;
            /**
             * @description `used`: the call has been made
             * @enum {string}
             */
            status: "waiting" | "approved" | "denied" | "expired" | "used";
            tool: string;
            /** @description Handle */
            server: string;
            caller: components["schemas"]["NamedCaller"];
            /**
             * ApprovalArguments
             * @description As the server will get them
             */
            arguments: {
                [key: string]: unknown;
            };
            reason: string | null;
            note: string | null;
            /** ApprovalDecidedBy */
            decidedBy: {
                /** @enum {string} */
                kind: "user" | "key" | "client";
                /** @description Of the person, the key, or the grant of a program */
                id: string;
                email?: string;
                /** @description Else somebody says that the address is theirs */
                emailVerified?: boolean;
                name?: string;
                /** @enum {string} */
                role?: "owner" | "admin" | "member";
            } | null;
            /** @description The run of a workflow that waits for it */
            runId?: string;
            /** @description The page on which it is decided */
            url: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ApprovalPage: {
            approvals: components["schemas"]["Approval"][];
            nextCursor?: string;
        };
        ApprovalDecision: {
            /** @enum {string} */
            decision: "approve" | "deny";
            /** @description Whoever asked, model or person, is told it */
            note?: string;
            /**
             * ApprovalDecisionArguments
             * @description With `approve`: what the tool is called with instead
             */
            arguments?: {
                [key: string]: unknown;
            };
        };
        PolicyTrialRequest: {
            /** @description Of the account: `key:<name>`, `user:<email>` of a member, `role:<role>`, or `client:<id>` as rules name it */
            caller: string;
            /** @description As callers of the app know it: `server__tool` */
            tool: string;
            arguments?: {
                [key: string]: unknown;
            };
        };
        /** @description What the gate would say about a call: tools that are allowed, rules, approvals and checks */
        PolicyTrial: {
            /** @enum {string} */
            decision: "allow" | "deny" | "ask" | "redact";
            reason?: string;
            why: {
                /**
                 * @description Who wrote it
                 * @enum {string}
                 */
                by: "operator" | "app";
                /** @description RFC 6901 pointer into the app's config or the operator's file */
                pointer: string;
                /**
                 * @description `unknown`: of a hook, which would be asked and is not
                 * @enum {string}
                 */
                decision: "allow" | "deny" | "ask" | "redact" | "pass" | "change" | "unknown";
                reason?: string;
            }[];
        };
        Connection: {
            /** @description `ucr_…` */
            id: string;
            /** @description Handle; the id of a server that is not declared any more */
            server: string;
            /** ConnectionOwner */
            owner: {
                /** @enum {string} */
                kind: "user" | "account" | "app";
                /** @description `*`: the operator made it for all accounts */
                id: string;
                name: string;
            };
            /**
             * @description `needs_auth`: somebody has to connect again
             * @enum {string}
             */
            state: "ok" | "needs_auth" | "refreshing";
            scopes: string[];
            /** @description The authorization server */
            issuer: string;
            /**
             * Format: date-time
             * @description Of the token at hand, which renews itself; `null`: not told
             */
            expiresAt: string | null;
            lastError?: string;
        };
        ConnectionList: {
            connections: components["schemas"]["Connection"][];
        };
        ConnectRequest: {
            /** @description Handle */
            server: string;
            /**
             * @description Whose it will be; left out, the declaration says. `app` goes with a handle `app.name`
             * @enum {string}
             */
            owner?: "me" | "account" | "app";
        };
        ConnectAddress: {
            /** @description A page of this gateway, to be opened in a browser */
            connectUrl: string;
        };
        ConnectionTest: {
            ok: boolean;
            /** @description Whom the server takes us for, where it says so */
            identity?: string;
            toolCount?: number;
            error?: string;
        };
        OwnClientDocument: {
            /** @description The address of this document */
            client_id: string;
            client_name: string;
            client_uri: string;
            logo_uri: string;
            redirect_uris: string[];
            grant_types: string[];
            response_types: string[];
            token_endpoint_auth_method: string;
            application_type: string;
        };
        /** @description A JSON-RPC 2.0 message of MCP */
        McpMessage: {
            /** @enum {string} */
            jsonrpc: "2.0";
            id?: (string | null) | number;
            method?: string;
            /** McpMessageParams */
            params?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description MCP `_meta`: free-form metadata */
        Meta: {
            [key: string]: unknown;
        };
        /** @description A JSON Schema as the server sent it */
        JsonSchema: {
            [key: string]: unknown;
        };
        /** @description MCP `Tool` */
        Tool: {
            name: string;
            title?: string;
            description?: string;
            inputSchema: components["schemas"]["JsonSchema"];
            outputSchema?: components["schemas"]["JsonSchema"];
            /**
             * ToolAnnotations
             * @description `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`, `title`
             */
            annotations?: {
                [key: string]: unknown;
            };
            _meta?: components["schemas"]["Meta"];
        } & {
            [key: string]: unknown;
        };
        /** @description MCP `Resource` */
        Resource: {
            uri: string;
            name: string;
            title?: string;
            description?: string;
            mimeType?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description MCP `ResourceTemplate` */
        ResourceTemplate: {
            uriTemplate: string;
            name: string;
            title?: string;
            description?: string;
            mimeType?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description MCP `Prompt` */
        Prompt: {
            name: string;
            title?: string;
            description?: string;
            arguments?: ({
                name: string;
                description?: string;
                required?: boolean;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        /** @description MCP content block: text, image, audio, resource, resource_link or one that is newer */
        ContentBlock: {
            type: string;
            /** @description Of `text` */
            text?: string;
            /** @description Of `image` and `audio`, in base64 */
            data?: string;
            /** @description Of `image`, `audio` and `resource_link` */
            mimeType?: string;
            /** @description Of `resource_link` */
            uri?: string;
            /** @description Of `resource_link` */
            name?: string;
            /** @description Of `resource_link` */
            title?: string;
            /** @description Of `resource_link` */
            description?: string;
            /** @description Of `resource_link`, in bytes */
            size?: number;
            /**
             * ContentBlockResource
             * @description Of `resource`
             */
            resource?: {
                uri: string;
                mimeType?: string;
                text?: string;
                blob?: string;
            } & {
                [key: string]: unknown;
            };
            /** ContentBlockAnnotations */
            annotations?: {
                [key: string]: unknown;
            };
            _meta?: components["schemas"]["Meta"];
        } & {
            [key: string]: unknown;
        };
        /** @description MCP `CallToolResult`, or `InputRequiredResult` of 2026-07-28 */
        CallToolResult: {
            content?: components["schemas"]["ContentBlock"][];
            /** CallToolResultStructuredContent */
            structuredContent?: {
                [key: string]: unknown;
            };
            /** @description The tool ran and failed */
            isError?: boolean;
            /** @description `complete`, or `input_required` when the tool asks for input (2026-07-28) */
            resultType?: string;
            /** CallToolResultInputRequests */
            inputRequests?: {
                [key: string]: unknown;
            };
            requestState?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description MCP `ReadResourceResult` */
        ReadResourceResult: {
            contents: ({
                uri: string;
                mimeType?: string;
                text?: string;
                blob?: string;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        /** @description MCP `GetPromptResult` */
        GetPromptResult: {
            description?: string;
            messages: ({
                role: string;
                content: components["schemas"]["ContentBlock"];
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        ToolList: {
            tools: components["schemas"]["Tool"][];
            nextCursor?: string;
        };
        ResourceList: {
            resources: components["schemas"]["Resource"][];
            resourceTemplates: components["schemas"]["ResourceTemplate"][];
            nextCursor?: string;
        };
        PromptList: {
            prompts: components["schemas"]["Prompt"][];
            nextCursor?: string;
        };
        CallRequest: {
            /** @description As in the list of tools */
            name: string;
            /** CallRequestArguments */
            arguments?: {
                [key: string]: unknown;
            };
            /** @description Milliseconds; at most MAX_TOOL_TIMEOUT_MS */
            timeoutMs?: number;
            /**
             * CallRequestInputResponses
             * @description Answers to the `inputRequests` of an `input_required` result, by their keys
             */
            inputResponses?: {
                [key: string]: unknown;
            };
            /** @description From the `input_required` result, unchanged */
            requestState?: string;
            /**
             * CallRequestCapabilities
             * @description What the caller can answer, as MCP's ClientCapabilities: `elicitation`, `sampling`, `roots`. A question is then an `input_required` result; without it a server of the 2025 revisions that asks is 409 `input-required`
             */
            capabilities?: {
                [key: string]: unknown;
            };
            /** CallRequestMeta */
            _meta?: {
                [key: string]: unknown;
            };
        };
        ReadResourceRequest: {
            uri: string;
            /** @description Milliseconds; at most MAX_TOOL_TIMEOUT_MS */
            timeoutMs?: number;
        };
        GetPromptRequest: {
            name: string;
            arguments?: {
                [key: string]: string;
            };
            /** @description Milliseconds; at most MAX_TOOL_TIMEOUT_MS */
            timeoutMs?: number;
        };
        /** @description What MCP clients would refuse in a list of a server */
        ListFault: {
            /** @enum {string} */
            list: "tools" | "prompts" | "resources" | "resourceTemplates";
            /** @description Its name or address; absent when it has none, or for the whole list */
            item?: string;
            /**
             * @description `left-out`: not listed. `repaired`: listed without its wrong members. `incomplete`: more may belong to the list.
             * @enum {string}
             */
            effect: "left-out" | "repaired" | "incomplete";
            detail: string;
        };
        Server: {
            /** @description `srv_…` */
            id: string;
            /** @description What stands for `{server}` in paths */
            handle: string;
            name: string;
            description?: string;
            /** @enum {string} */
            transport: "stdio" | "http" | "sse" | "openapi";
            /** @enum {string} */
            status: "ready" | "connecting" | "degraded" | "unavailable" | "disabled";
            /**
             * ServerAuth
             * @description Of a server that wants OAuth: whether it can be used, or somebody must connect it first
             */
            auth?: {
                /** @enum {string} */
                state: "ok" | "needs_auth";
            };
            protocolVersion?: string;
            /** ServerServerInfo */
            serverInfo?: {
                [key: string]: unknown;
            };
            /** ServerCapabilities */
            capabilities?: {
                [key: string]: unknown;
            };
            /** @description Tools that the policy shows; absent until they are known */
            toolCount?: number;
            /** @description What the list of these tools costs a model, estimated; absent until it is known */
            listTokens?: number;
            /** @description What MCP clients would refuse in its lists, as last read; the first 50 of each list */
            listFaults?: components["schemas"]["ListFault"][];
            /** ServerUrls */
            urls: {
                rest: string;
                mcp: string;
            };
            /** ServerLastError */
            lastError?: {
                code: string;
                detail?: string;
            };
            /** Format: date-time */
            nextRetryAt?: string;
        };
        ServerList: {
            servers: components["schemas"]["Server"][];
            nextCursor?: string;
            /** @description What is wrong with the operator's file, each with its line; only the operator is told */
            fileFaults?: string[];
        };
        Pong: {
            /** @enum {boolean} */
            ok: true;
            latencyMs: number;
            protocolVersion: string;
            /** PongServerInfo */
            serverInfo?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            transport: "stdio" | "http" | "sse" | "openapi";
        };
        ApprovalTicket: {
            /** ApprovalTicketApproval */
            approval: {
                /** @description For `X-Approval` of the same call */
                id: string;
                /** @description Where somebody decides */
                url: string;
                /** Format: date-time */
                expiresAt: string;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description A part of a UI message of the AI SDK */
        ChatPart: {
            type: string;
            text?: string;
            mediaType?: string;
            filename?: string;
            /** @description Of a file: a `data:` URL */
            url?: string;
            toolCallId?: string;
            toolName?: string;
            state?: string;
            input?: components["schemas"]["JsonValue"];
            output?: components["schemas"]["JsonValue"];
            errorText?: string;
            /** ChatPartApproval */
            approval?: {
                id: string;
                approved?: boolean;
                reason?: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description A UI message of the AI SDK, or `{role, content}` */
        ChatMessage: {
            id?: string;
            /** @enum {string} */
            role: "system" | "user" | "assistant";
            /** @description In place of `parts`, for calls written by hand */
            content?: string;
            parts?: components["schemas"]["ChatPart"][];
        } & {
            [key: string]: unknown;
        };
        ChatRequest: {
            messages: components["schemas"]["ChatMessage"][];
            /** @description `provider/model`; without it that of the app, or CHAT_DEFAULT_MODEL */
            model?: string;
            system?: string;
            /**
             * ChatRequestTools
             * @description Which tools of the server the model may call
             */
            tools?: {
                /** @description Only these tools are shown */
                allow?: string[];
                /** @description These tools are hidden, whatever `allow` says */
                deny?: string[];
            };
            /** @description For the first step */
            toolChoice?: ("auto" | "required" | "none") | {
                /** @enum {string} */
                type: "tool";
                toolName: string;
            };
            /** @description Calls of the model; 8 without it */
            maxSteps?: number;
            /**
             * @description Which tools are asked about: those that do not say they are harmless, all, none
             * @enum {string}
             */
            approval?: "auto" | "always" | "never";
            /** ChatRequestAttachments */
            attachments?: {
                /** @description URIs of resources that are read and shown to the model */
                resources?: string[];
                prompts?: {
                    name: string;
                    arguments?: {
                        [key: string]: string;
                    };
                }[];
            };
            /** @description At most CHAT_MAX_OUTPUT_TOKENS */
            maxOutputTokens?: number;
            temperature?: number;
            /** @description Of the conversation; `useChat` sends it */
            id?: string;
            /** @description `useChat` sends it */
            trigger?: string;
            /** @description `useChat` sends it */
            messageId?: string;
        };
        ChatAnswer: {
            message: components["schemas"]["ChatMessage"];
            /** @description `stop`, `length`, `tool-calls`, … */
            finishReason?: string;
            /** ChatAnswerUsage */
            usage: {
                inputTokens: number;
                outputTokens: number;
                totalTokens: number;
            };
            steps: {
                finishReason: string;
                /** ChatAnswerStepsItemUsage */
                usage: {
                    inputTokens: number;
                    outputTokens: number;
                    totalTokens: number;
                };
                toolCalls: {
                    toolCallId: string;
                    toolName: string;
                }[];
            }[];
            /** @description Ended because of `maxSteps`, before the model was done */
            stepLimitReached?: boolean;
        };
        Setting: {
            /** @description Of the environment variable */
            name: string;
            /** @description What holds; absent where nothing does, and for secrets */
            value?: string;
            /** @description Whether somebody has set it: all that is told of secrets */
            set: boolean;
            /**
             * @description `file`: the file that `<NAME>_FILE` names
             * @enum {string}
             */
            source: "default" | "environment" | "file";
            secret: boolean;
            meaning: string;
        };
        Settings: {
            settings: components["schemas"]["Setting"][];
        };
        Finding: {
            title: string;
            detail?: string;
            /** @description What to do */
            remedy: string;
            /** @enum {string} */
            about: "gateway" | "servers";
            /** @description Handle of the server that it is about */
            server?: string;
        };
        Diagnosis: {
            /** @description Whether nothing was found */
            ok: boolean;
            findings: components["schemas"]["Finding"][];
        };
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        /** @description This document (OpenAPI 3.0.3) */
        OpenApiDocument: {
            /** @enum {string} */
            openapi: "3.0.3";
        } & {
            [key: string]: unknown;
        };
        ProblemKind: {
            code: string;
            status: number;
            title: string;
            advice: string;
        };
        ProblemList: {
            problems: components["schemas"]["ProblemKind"][];
        };
        /** @description An event for the runs of an app */
        EventRequest: {
            /** @description What `with: { type }` of a `listen` or of `schedule.on` names */
            type: string;
            /** @description What `listen` yields in a list; `null` when absent */
            data?: components["schemas"]["JsonValue"];
            /** @description Values by the names in `correlate`, in place of what `from` would take out of the event */
            correlation?: {
                [key: string]: string | number | boolean;
            };
            /** @description Where it comes from; without it the id of whoever sends it */
            source?: string;
            /** @description What it is about */
            subject?: string;
        };
        /** @description What an event came to */
        EventReached: {
            /** @description Of the event */
            id: string;
            /** @description Runs that waited for it; one that comes to its `listen` later finds it then */
            reached: string[];
            /** @description Runs that it began (`schedule.on`) */
            began: {
                runId: string;
                workflow: string;
            }[];
        };
        WorkflowHookRequest: {
            /**
             * WorkflowHookRequestVerify
             * @description How deliveries have to be signed; without it whoever knows the address may begin runs
             */
            verify?: {
                /** @enum {string} */
                kind: "hmac-sha256" | "github" | "slack" | "stripe";
                secret: string;
            };
        };
        WorkflowHook: {
            id: string;
            workflow: string;
            /** WorkflowHookVerify */
            verify?: {
                /** @enum {string} */
                kind: "hmac-sha256" | "github" | "slack" | "stripe";
                secret: string;
            };
            /** Format: date-time */
            createdAt: string;
        };
        NewWorkflowHook: {
            id: string;
            workflow: string;
            /** NewWorkflowHookVerify */
            verify?: {
                /** @enum {string} */
                kind: "hmac-sha256" | "github" | "slack" | "stripe";
                secret: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** @description Where to send to; it is not shown again */
            url: string;
        };
        WorkflowHookList: {
            hooks: components["schemas"]["WorkflowHook"][];
        };
        /** @description The input of the run: JSON, or the members of a form */
        WebhookDelivery: {
            [key: string]: unknown;
        };
        WebhookAnswer: {
            runId: string;
            status: string;
        };
        WebhookChallenge: {
            challenge: string;
        };
        /** @description When a workflow begins by itself, and how that stands */
        WorkflowSchedule: {
            workflow: string;
            /**
             * WorkflowScheduleSchedule
             * @description As the document says it: `every`, `cron`, `after` or `on`
             */
            schedule: {
                [key: string]: unknown;
            };
            timezone: string;
            /** @enum {string} */
            overlap: "skip" | "queue" | "allow";
            /** @enum {string} */
            catchUp: "none" | "last" | "all";
            /** @description The key of the app as which its runs act; as the app itself without */
            asKey?: string;
            paused: boolean;
            /**
             * Format: date-time
             * @description When a run begins next
             */
            nextAt?: string;
            /** @description The due times to come, five at most */
            upcoming: string[];
            /** @description Due times, or events, that wait for the end of a run */
            queued: number;
            /** @description Due times, or events, for which no run was begun */
            skipped: number;
            /**
             * Format: date-time
             * @description The due time for which a run was begun last; of events when that was
             */
            lastAt?: string;
            lastRunId?: string;
            /**
             * WorkflowScheduleProblem
             * @description Why no run could be begun when one was due last
             */
            problem?: {
                code: string;
                detail?: string;
                /** Format: date-time */
                at: string;
            };
        };
        ExecuteRequest: {
            /** @description Its name in the config of the app; absent where `document` is given */
            workflow?: string;
            input?: components["schemas"]["JsonValue"];
            /**
             * @description `sync` waits for the end, `async` does not, `stream` tells of every step
             * @default sync
             * @enum {string}
             */
            mode: "sync" | "async" | "stream";
            /** @description How long `sync` waits; the run goes on. RUN_WAIT_MS when absent */
            timeoutMs?: number;
            /**
             * @description Begins no run and calls no tool: the answer is a `Trial`, what a run would have done
             * @enum {boolean}
             */
            dryRun?: true;
            /** @description With `dryRun`: a document that need not be saved */
            document?: {
                [key: string]: unknown;
            };
            /** @description With `dryRun`: results by `tool@server`; a list has one for each call, whose last one stays; `{ "error": … }` is one that fails */
            mocks?: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /** @description With `dryRun`: data of signals, and of events, by their type */
            signals?: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /** @description With `dryRun`: JSON pointer of the only task that is tried; `input` is what it is given then, and not compared with the schema */
            step?: string;
            /** @description With `step`: outputs of the tasks before it, by name, for `$steps` */
            steps?: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /**
             * Format: date-time
             * @description With `dryRun`: when it begins
             */
            now?: string;
            /** @description With `dryRun`: what waits for time waits for nothing */
            skipTime?: boolean;
        };
        SignalRequest: {
            /** @description What `listen` yields in a list; `null` when absent. Of an approval: absent, `true` or `{"approved": true}` is a yes, anything else a no */
            data?: components["schemas"]["JsonValue"];
            /** @description Of an approval: `approvalId` of the waiting step that it answers. May be absent where exactly one step waits for an approval */
            approval?: string;
        };
        RetryRequest: {
            /** @description Where it begins anew: JSON pointer of a task in the document (`/do/3/pay`), its first visit; or the `key` of a step (`do/each/2/pay`) */
            from?: string;
            /** @description Input of the workflow in place of the one that it had */
            input?: components["schemas"]["JsonValue"];
            /**
             * @description The definition with which the run began, or the one that the app has now
             * @default run
             * @enum {string}
             */
            definition: "run" | "current";
        };
        /** @description Problem object (RFC 9457) of a run or a step */
        RunFailure: {
            type: string;
            status: number;
            title: string;
            code: string;
            detail?: string;
            /** @description JSON pointer into the document: the task that failed */
            instance?: string;
            /** @description `tool@server` */
            tool?: string;
            /** @description The child run that failed */
            run?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description How a run stands */
        RunState: {
            runId: string;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            output?: components["schemas"]["JsonValue"];
            error?: components["schemas"]["RunFailure"];
        };
        WorkflowRun: {
            runId: string;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            workflow: string;
            version: string;
            /** @description The version of the app’s config that the run keeps to */
            configVersion: number;
            /** @description 1, and one more with each retry */
            attempt: number;
            /**
             * WorkflowRunStartedBy
             * @description What began it, and as whom it acts
             */
            startedBy: {
                /**
                 * @description What began it
                 * @enum {string}
                 */
                kind: "user" | "key" | "schedule" | "webhook" | "event" | "workflow";
                /** @description As whom it acts: a token or key, a grant, a person, or the app itself (`app_…`) */
                tokenId: string;
                /** @description The person as whom it acts */
                userId?: string;
                /**
                 * Format: date-time
                 * @description The due time of its schedule
                 */
                dueAt?: string;
                /** @description The webhook */
                hookId?: string;
                /** @description What the sender calls the delivery */
                delivery?: string;
                /** @description The event */
                eventId?: string;
                /** @description Who let its schedule run at once */
                askedBy?: string;
                /** @description The run that has it as a step */
                runId?: string;
                /** @description Key of that step */
                step?: string;
            };
            /**
             * WorkflowRunParent
             * @description The run that has it as a step, and the key of that
             */
            parent?: {
                runId: string;
                step: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt?: string;
            output?: components["schemas"]["JsonValue"];
            error?: components["schemas"]["RunFailure"];
        };
        WorkflowRunList: {
            runs: components["schemas"]["WorkflowRun"][];
            nextCursor?: string;
        };
        RunStep: {
            /** @description Path in the document with the numbers of loops and attempts */
            key: string;
            name: string;
            /** @description `call`, `run`, `wait`, `listen`, `emit`, `set`, `switch`, `raise`, `do`, `fork`, `for`, `try` */
            kind: string;
            tool?: string;
            /**
             * RunStepArguments
             * @description Of a call, without what looks like a secret; left out when they are long
             */
            arguments?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed";
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            endedAt?: string;
            /** @description Type of a signal, `time`, or `workflow` */
            waitsFor?: string;
            /** @description The run that it waits for */
            run?: string;
            /** @description The workflow of that run */
            workflow?: string;
            /**
             * RunStepApprovalFor
             * @description The call that an approval is waited for
             */
            approvalFor?: {
                /** @description Path of the call in the document */
                step: string;
                /** @description `tool@server` */
                tool: string;
                /**
                 * RunStepApprovalForArguments
                 * @description What looks like a secret is left out
                 */
                arguments?: {
                    [key: string]: unknown;
                };
                /**
                 * RunStepApprovalForWith
                 * @description In place of `arguments` that are not known yet: what the document says
                 */
                with?: {
                    [key: string]: unknown;
                };
                /**
                 * RunStepApprovalForApproval
                 * @description In the inbox (`GET /api/approvals/{id}`), where it is decided
                 */
                approval?: {
                    id: string;
                    url: string;
                    /** Format: date-time */
                    expiresAt: string;
                };
            };
            /** @description Of a step that waits for an approval: the `approval` of the signal that answers it */
            approvalId?: string;
            /** Format: date-time */
            until?: string;
            /** @description Left out when it is long */
            output?: components["schemas"]["JsonValue"];
            /** RunStepError */
            error?: {
                title?: string;
            } & {
                [key: string]: unknown;
            };
            /** RunStepProgress */
            progress?: {
                [key: string]: unknown;
            };
        };
        WorkflowRunWithSteps: {
            runId: string;
            /** @enum {string} */
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            workflow: string;
            version: string;
            /** @description The version of the app’s config that the run keeps to */
            configVersion: number;
            /** @description 1, and one more with each retry */
            attempt: number;
            /**
             * WorkflowRunWithStepsStartedBy
             * @description What began it, and as whom it acts
             */
            startedBy: {
                /**
                 * @description What began it
                 * @enum {string}
                 */
                kind: "user" | "key" | "schedule" | "webhook" | "event" | "workflow";
                /** @description As whom it acts: a token or key, a grant, a person, or the app itself (`app_…`) */
                tokenId: string;
                /** @description The person as whom it acts */
                userId?: string;
                /**
                 * Format: date-time
                 * @description The due time of its schedule
                 */
                dueAt?: string;
                /** @description The webhook */
                hookId?: string;
                /** @description What the sender calls the delivery */
                delivery?: string;
                /** @description The event */
                eventId?: string;
                /** @description Who let its schedule run at once */
                askedBy?: string;
                /** @description The run that has it as a step */
                runId?: string;
                /** @description Key of that step */
                step?: string;
            };
            /**
             * WorkflowRunWithStepsParent
             * @description The run that has it as a step, and the key of that
             */
            parent?: {
                runId: string;
                step: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt?: string;
            output?: components["schemas"]["JsonValue"];
            error?: components["schemas"]["RunFailure"];
            input: components["schemas"]["JsonValue"];
            steps: components["schemas"]["RunStep"][];
            /** @description There are more steps; the events of the run tell of all */
            more: boolean;
            /** @description Runs that its steps have begun, the last hundred; `?parent=` lists all */
            children: {
                runId: string;
                /** @enum {string} */
                status: "running" | "waiting" | "completed" | "failed" | "cancelled";
                workflow: string;
                /** @description Key of the step that runs it */
                step: string;
                /** @description Whether the step ends with it */
                awaited: boolean;
            }[];
        };
        Workflow: {
            name: string;
            version: string;
            title?: string;
            summary?: string;
            /** WorkflowInputSchema */
            inputSchema?: {
                [key: string]: unknown;
            };
            /** WorkflowOutputSchema */
            outputSchema?: {
                [key: string]: unknown;
            };
            /** @description `tool@server` */
            tools: string[];
            /** @description Workflows of the app that it runs */
            workflows?: string[];
        };
        WorkflowList: {
            workflows: components["schemas"]["Workflow"][];
            nextCursor?: string;
        };
        WorkflowWithDocument: {
            name: string;
            version: string;
            title?: string;
            summary?: string;
            /** WorkflowWithDocumentInputSchema */
            inputSchema?: {
                [key: string]: unknown;
            };
            /** WorkflowWithDocumentOutputSchema */
            outputSchema?: {
                [key: string]: unknown;
            };
            /** @description `tool@server` */
            tools: string[];
            /** @description Workflows of the app that it runs */
            workflows?: string[];
            /**
             * WorkflowWithDocumentDocument
             * @description For people who may read the config of the app
             */
            document?: {
                [key: string]: unknown;
            };
        };
        /** @description A JSON Schema (draft-07) */
        WorkflowSchemaDocument: {
            $schema: string;
            $id: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A task that was carried out, in the order of their ends */
        TriedStep: {
            key: string;
            name: string;
            kind: string;
            /** @enum {string} */
            status: "completed" | "failed";
            input?: components["schemas"]["JsonValue"];
            output?: components["schemas"]["JsonValue"];
            /** TriedStepError */
            error?: {
                title?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A call that a run would have made */
        TriedCall: {
            /** @description Key of the step */
            step: string;
            /** @description `tool@server` */
            tool: string;
            /** TriedCallArguments */
            arguments: {
                [key: string]: unknown;
            };
            /** @description Whether `mocks` had an answer; else it was `null` */
            mocked: boolean;
        };
        /** @description An event that a run would have sent */
        TriedEvent: {
            /** @description Key of the step */
            step: string;
            /** TriedEventEvent */
            event: {
                [key: string]: unknown;
            };
        };
        /** @description What a dry run came to */
        Trial: {
            /**
             * @description `waiting`: for a signal that `signals` has not, or for time that did not pass
             * @enum {string}
             */
            status: "completed" | "failed" | "waiting";
            output?: components["schemas"]["JsonValue"];
            /** TrialError */
            error?: {
                type: string;
                status: number;
                title: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Types of signals */
            waitsFor?: string[];
            steps: components["schemas"]["TriedStep"][];
            calls: components["schemas"]["TriedCall"][];
            events: components["schemas"]["TriedEvent"][];
            /** @description Something was left out (WORKFLOW_TRIAL_STEPS, WORKFLOW_TRIAL_BYTES) */
            more: boolean;
        };
        /** @description A server of an app as it was last known to be */
        ResolvedServer: {
            id: string;
            name: string;
            handle: string;
            /** @enum {string} */
            transport: "stdio" | "http" | "sse" | "openapi";
            /** @enum {string} */
            status: "ready" | "connecting" | "degraded" | "unavailable" | "disabled";
            /**
             * ResolvedServerAuth
             * @description Of a server that wants OAuth: whether it can be used, or somebody must connect it first
             */
            auth?: {
                /** @enum {string} */
                state: "ok" | "needs_auth";
            };
            protocolVersion?: string;
            /** ResolvedServerServerInfo */
            serverInfo?: {
                name?: string;
                title?: string;
                version?: string;
            };
            /** ResolvedServerCapabilities */
            capabilities?: {
                [key: string]: unknown;
            };
            /** ResolvedServerUrls */
            urls: {
                rest: string;
                mcp: string;
            };
        };
        Resolved: {
            /** ResolvedApp */
            app: {
                id: string;
                slug: string;
                name: string;
                description: string;
            };
            /** ResolvedAccount */
            account: {
                id: string;
                slug: string;
            };
            /** ResolvedConfig */
            config: {
                version: number;
                etag: string;
            };
            /** ResolvedEndpoints */
            endpoints: {
                sdk: string;
                mcp: string;
                openapi: string;
            };
            servers: components["schemas"]["ResolvedServer"][];
            /** @description Those that can be run */
            workflows: {
                name: string;
                version: string;
                title?: string;
            }[];
            /** ResolvedLimits */
            limits: {
                /** @description `0`: no limit */
                requestsPerMinute: number;
                maxBodyBytes: number;
                toolTimeoutMs: number;
            };
            /** ResolvedFeatures */
            features: {
                chat: boolean;
                workflows: boolean;
                /** @description Whether the tool `run_workflow` is there for the caller */
                runWorkflow: boolean;
            };
            /** ResolvedServerObject */
            server: {
                version: string;
            };
        };
        Hit: {
            /** @enum {string} */
            kind: "server" | "tool" | "app" | "workflow" | "page";
            /** @description A handle, the name of a tool, a slug, the name of a workflow, or a page */
            name: string;
            title?: string;
            /** @description Where it is, or what is said of it */
            detail?: string;
            /** @description Its page in the console, below the path of PUBLIC_URL */
            href: string;
        };
        Hits: {
            hits: components["schemas"]["Hit"][];
        };
        AppReadRequest: {
            uri: string;
            /** @description Milliseconds; at most MAX_TOOL_TIMEOUT_MS */
            timeoutMs?: number;
            /** @description Needed when two servers of the app have the resource */
            server?: string;
        };
        /** @description How a server took part in a list over all servers of an app */
        ServerReport: {
            name: string;
            /** @enum {string} */
            status: "ready" | "connecting" | "degraded" | "unavailable";
            /**
             * ServerReportError
             * @description Why its part is missing or may be old
             */
            error?: {
                code: string;
                detail?: string;
            };
        };
        /** @description MCP `Tool` of a server of an app */
        AppTool: {
            /** @description `server__tool`: at most 64 characters of `[A-Za-z0-9_-]`, the same for ever */
            name: string;
            title?: string;
            description: string;
            inputSchema: components["schemas"]["JsonSchema"];
            outputSchema?: components["schemas"]["JsonSchema"];
            /**
             * AppToolAnnotations
             * @description `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`, `title`
             */
            annotations?: {
                [key: string]: unknown;
            };
            _meta?: components["schemas"]["Meta"];
            server: string;
            /** @description Its name at that server */
            tool: string;
            /** @description With `search`; comparable within one answer */
            score?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description An element of `tools` of OpenAI’s Chat Completions */
        OpenAiTool: {
            /** @enum {string} */
            type: "function";
            /** OpenAiToolFunction */
            function: {
                /** @description `server__tool`: at most 64 characters of `[A-Za-z0-9_-]`, the same for ever */
                name: string;
                description?: string;
                /** OpenAiToolFunctionParameters */
                parameters: {
                    [key: string]: unknown;
                };
                /** @description With `strict=true`; if it is false, `$comment` of the parameters says why */
                strict?: boolean;
            };
        };
        /** @description An element of `tools` of Anthropic’s Messages */
        AnthropicTool: {
            /** @description `server__tool`: at most 64 characters of `[A-Za-z0-9_-]`, the same for ever */
            name: string;
            description?: string;
            /** AnthropicToolInputSchema */
            input_schema: {
                [key: string]: unknown;
            };
        };
        AppToolList: {
            tools: (components["schemas"]["AppTool"] | components["schemas"]["OpenAiTool"] | components["schemas"]["AnthropicTool"])[];
            servers: components["schemas"]["ServerReport"][];
            nextCursor?: string;
        };
        AppResourceList: {
            resources: ({
                uri: string;
                name: string;
                title?: string;
                description?: string;
                mimeType?: string;
                server: string;
            } & {
                [key: string]: unknown;
            })[];
            resourceTemplates: ({
                uriTemplate: string;
                name: string;
                title?: string;
                description?: string;
                mimeType?: string;
                server: string;
            } & {
                [key: string]: unknown;
            })[];
            servers: components["schemas"]["ServerReport"][];
            nextCursor?: string;
        };
        AppPromptList: {
            prompts: ({
                name: string;
                title?: string;
                description?: string;
                arguments?: ({
                    name: string;
                    description?: string;
                    required?: boolean;
                } & {
                    [key: string]: unknown;
                })[];
                server: string;
                /** @description Its name at that server */
                prompt: string;
            } & {
                [key: string]: unknown;
            })[];
            servers: components["schemas"]["ServerReport"][];
            nextCursor?: string;
        };
        ToolChange: {
            /** @description As the app’s callers know it */
            name: string;
            /** @description As the server calls it */
            tool: string;
            /** @description What is different about what has changed */
            members: ("title" | "description" | "inputSchema" | "outputSchema" | "annotations" | "arguments" | "instructions" | "other")[];
            /** @enum {string} */
            kind: "changed" | "added" | "removed";
            /** @description Beginning of the accepted description */
            before?: string;
            /** @description Beginning of the present description */
            after?: string;
            /** @description Hidden and refused until it is accepted */
            blocked: boolean;
        };
        ToolWarning: {
            tool: string;
            /** @enum {string} */
            member: "name" | "title" | "description" | "inputSchema" | "outputSchema" | "annotations" | "arguments" | "instructions" | "other";
            /** @description Characters that people do not see, as `U+200B` */
            characters: string[];
        };
        PromptChange: {
            /** @description As the app’s callers know it */
            name: string;
            /** @description As the server calls it */
            prompt: string;
            /** @description What is different about what has changed */
            members: ("title" | "description" | "inputSchema" | "outputSchema" | "annotations" | "arguments" | "instructions" | "other")[];
            /** @enum {string} */
            kind: "changed" | "added" | "removed";
            /** @description Beginning of the accepted description */
            before?: string;
            /** @description Beginning of the present description */
            after?: string;
            /** @description Hidden and refused until it is accepted */
            blocked: boolean;
        };
        PromptWarning: {
            prompt: string;
            /** @enum {string} */
            member: "name" | "title" | "description" | "inputSchema" | "outputSchema" | "annotations" | "arguments" | "instructions" | "other";
            /** @description Characters that people do not see, as `U+200B` */
            characters: string[];
        };
        InstructionsChange: {
            /** @enum {string} */
            kind: "changed" | "added" | "removed";
            /** @description Beginning of the accepted description */
            before?: string;
            /** @description Beginning of the present description */
            after?: string;
            /** @description Hidden and refused until it is accepted */
            blocked: boolean;
        };
        InstructionsWarning: {
            /** @description Characters that people do not see, as `U+200B` */
            characters: string[];
        };
        PromptDrift: {
            /** @description Digest of all as they are now; accept with it what you have reviewed */
            set?: string;
            /** Format: date-time */
            pinnedAt?: string;
            /** @description User; absent while they are pinned as they were first seen */
            acceptedBy?: string;
            changes: components["schemas"]["PromptChange"][];
            warnings: components["schemas"]["PromptWarning"][];
        };
        InstructionsDrift: {
            /** @description Digest of all as they are now; accept with it what you have reviewed */
            set?: string;
            /** Format: date-time */
            pinnedAt?: string;
            /** @description User; absent while they are pinned as they were first seen */
            acceptedBy?: string;
            changes: components["schemas"]["InstructionsChange"][];
            warnings: components["schemas"]["InstructionsWarning"][];
        };
        ServerDrift: {
            name: string;
            /** @enum {string} */
            status: "ready" | "connecting" | "degraded" | "unavailable";
            /**
             * ServerDriftError
             * @description Why its part is missing or may be old
             */
            error?: {
                code: string;
                detail?: string;
            };
            /** @description Digest of all as they are now; accept with it what you have reviewed */
            set?: string;
            /** Format: date-time */
            pinnedAt?: string;
            /** @description User; absent while they are pinned as they were first seen */
            acceptedBy?: string;
            /** @description Of its tools, as `set`, `pinnedAt` and `acceptedBy` are */
            changes: components["schemas"]["ToolChange"][];
            warnings: components["schemas"]["ToolWarning"][];
            prompts: components["schemas"]["PromptDrift"];
            instructions: components["schemas"]["InstructionsDrift"];
        };
        ToolDrift: {
            /** @enum {string} */
            pinning: "off" | "warn" | "block";
            drifted: boolean;
            servers: components["schemas"]["ServerDrift"][];
        };
        AcceptToolsRequest: {
            /** @description Name of the one server; all that answer when absent */
            server?: string;
            /**
             * @description Only these; absent, it is the kind of `tools`, `prompts` or (tools) `set`, else all kinds
             * @enum {string}
             */
            kind?: "tools" | "prompts" | "instructions";
            /** @description Only these tools of `server`, as the server calls them */
            tools?: string[];
            /** @description Only these prompts of `server`, as the server calls them */
            prompts?: string[];
            /** @description The `set` that was reviewed; another one by now is 409 */
            set?: string;
        };
        /** @description As an entry of `mcpServers` in `mcp.json`: `url` and `headers`, or `openapi` and `baseUrl`, or `command`, `args` and `env`, and options. `null` for a value of `headers`, `credentials` or `env` keeps the one that is there */
        ServerDeclaration: {
            [key: string]: unknown;
        };
        PublishRequest: {
            /** @description `[a-z0-9](-?[a-z0-9])*`; not `published` or `probe` */
            name: string;
            definition: components["schemas"]["ServerDeclaration"];
        };
        RepublishRequest: {
            definition: components["schemas"]["ServerDeclaration"];
        };
        ProbeRequest: {
            definition: components["schemas"]["ServerDeclaration"];
            /** @description A server that is there: `null` stands for the values that it has */
            name?: string;
        };
        PublishedServer: {
            name: string;
            /**
             * PublishedServerDefinition
             * @description As it was declared; values of `headers`, `credentials` and `env` are `null`: they are never shown
             */
            definition: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            source: "file" | "database";
            /** @description Those of the operator's file are */
            readOnly: boolean;
        };
        PublishedServers: {
            servers: components["schemas"]["PublishedServer"][];
        };
        Probe: {
            ok: boolean;
            protocolVersion?: string;
            /** @enum {string} */
            transport?: "stdio" | "http" | "sse" | "openapi";
            /** ProbeServerInfo */
            serverInfo?: {
                [key: string]: unknown;
            };
            /** @description How many it has */
            tools?: number;
            /**
             * ProbeError
             * @description A code of the problems
             */
            error?: {
                code: string;
                detail: string;
            };
            /**
             * @description It wants somebody to connect it by OAuth
             * @enum {boolean}
             */
            oauth?: true;
        };
        /** @description An entry in the format of the official registry (`server.json`) */
        RegistryServer: {
            $schema?: string;
            name: string;
            description: string;
            title?: string;
            version: string;
            websiteUrl?: string;
            /** RegistryServerRepository */
            repository?: {
                url: string;
                source?: string;
            };
            packages?: {
                registryType: string;
                registryBaseUrl?: string;
                identifier: string;
                version?: string;
                fileSha256?: string;
                runtimeHint?: string;
                /** RegistryServerPackagesItemTransport */
                transport: {
                    type: string;
                    url?: string;
                    headers?: {
                        description?: string;
                        isRequired?: boolean;
                        isSecret?: boolean;
                        /** @enum {string} */
                        format?: "string" | "number" | "boolean" | "filepath";
                        value?: string;
                        default?: string;
                        placeholder?: string;
                        choices?: string[];
                        variables?: {
                            [key: string]: {
                                description?: string;
                                isRequired?: boolean;
                                isSecret?: boolean;
                                /** @enum {string} */
                                format?: "string" | "number" | "boolean" | "filepath";
                                value?: string;
                                default?: string;
                                placeholder?: string;
                                choices?: string[];
                            };
                        };
                        name: string;
                    }[];
                };
                runtimeArguments?: {
                    description?: string;
                    isRequired?: boolean;
                    isSecret?: boolean;
                    /** @enum {string} */
                    format?: "string" | "number" | "boolean" | "filepath";
                    value?: string;
                    default?: string;
                    placeholder?: string;
                    choices?: string[];
                    variables?: {
                        [key: string]: {
                            description?: string;
                            isRequired?: boolean;
                            isSecret?: boolean;
                            /** @enum {string} */
                            format?: "string" | "number" | "boolean" | "filepath";
                            value?: string;
                            default?: string;
                            placeholder?: string;
                            choices?: string[];
                        };
                    };
                    /** @enum {string} */
                    type: "positional" | "named";
                    name?: string;
                    valueHint?: string;
                    isRepeated?: boolean;
                }[];
                packageArguments?: {
                    description?: string;
                    isRequired?: boolean;
                    isSecret?: boolean;
                    /** @enum {string} */
                    format?: "string" | "number" | "boolean" | "filepath";
                    value?: string;
                    default?: string;
                    placeholder?: string;
                    choices?: string[];
                    variables?: {
                        [key: string]: {
                            description?: string;
                            isRequired?: boolean;
                            isSecret?: boolean;
                            /** @enum {string} */
                            format?: "string" | "number" | "boolean" | "filepath";
                            value?: string;
                            default?: string;
                            placeholder?: string;
                            choices?: string[];
                        };
                    };
                    /** @enum {string} */
                    type: "positional" | "named";
                    name?: string;
                    valueHint?: string;
                    isRepeated?: boolean;
                }[];
                environmentVariables?: {
                    description?: string;
                    isRequired?: boolean;
                    isSecret?: boolean;
                    /** @enum {string} */
                    format?: "string" | "number" | "boolean" | "filepath";
                    value?: string;
                    default?: string;
                    placeholder?: string;
                    choices?: string[];
                    variables?: {
                        [key: string]: {
                            description?: string;
                            isRequired?: boolean;
                            isSecret?: boolean;
                            /** @enum {string} */
                            format?: "string" | "number" | "boolean" | "filepath";
                            value?: string;
                            default?: string;
                            placeholder?: string;
                            choices?: string[];
                        };
                    };
                    name: string;
                }[];
            }[];
            remotes?: {
                type: string;
                url?: string;
                headers?: {
                    description?: string;
                    isRequired?: boolean;
                    isSecret?: boolean;
                    /** @enum {string} */
                    format?: "string" | "number" | "boolean" | "filepath";
                    value?: string;
                    default?: string;
                    placeholder?: string;
                    choices?: string[];
                    variables?: {
                        [key: string]: {
                            description?: string;
                            isRequired?: boolean;
                            isSecret?: boolean;
                            /** @enum {string} */
                            format?: "string" | "number" | "boolean" | "filepath";
                            value?: string;
                            default?: string;
                            placeholder?: string;
                            choices?: string[];
                        };
                    };
                    name: string;
                }[];
                variables?: {
                    [key: string]: {
                        description?: string;
                        isRequired?: boolean;
                        isSecret?: boolean;
                        /** @enum {string} */
                        format?: "string" | "number" | "boolean" | "filepath";
                        value?: string;
                        default?: string;
                        placeholder?: string;
                        choices?: string[];
                    };
                };
            }[];
        };
        CatalogEntry: {
            name: string;
            version: string;
            title?: string;
            description: string;
            /** @description `curated`, a file or a registry */
            source: string;
            /** @enum {string} */
            status: "active" | "deprecated" | "deleted";
            server: components["schemas"]["RegistryServer"];
        };
        CatalogPage: {
            servers: components["schemas"]["CatalogEntry"][];
            nextCursor?: string;
            /** @description Sources that this page is without, and why */
            troubles?: {
                source: string;
                detail: string;
            }[];
        };
        CatalogPlanRequest: {
            /** @description What the server will be called here */
            as?: string;
            /** @description The newest without it */
            version?: string;
        };
        CatalogInput: {
            name: string;
            required: boolean;
            secret: boolean;
            default?: string;
            choices?: string[];
            description?: string;
            /** @enum {string} */
            format?: "number" | "boolean" | "filepath";
            /**
             * @description It may be answered by a list
             * @enum {boolean}
             */
            repeated?: true;
        };
        CatalogPlan: {
            /** @description `pln_…`: what is shown here, and nothing else, is what `add` does */
            plan: string;
            /** @description What the server would be called */
            as: string;
            /** CatalogPlanServer */
            server: {
                name: string;
                version: string;
            };
            description: string;
            source: string;
            /** CatalogPlanPackage */
            package?: {
                registryType: string;
                identifier: string;
                version: string;
                /** @description What its registry says of it now: anything else never runs */
                integrity: string;
            };
            /**
             * CatalogPlanDefinition
             * @description What would be published; `{name}` stands for an input
             */
            definition: {
                [key: string]: unknown;
            };
            inputs: components["schemas"]["CatalogInput"][];
            warnings: string[];
        };
        CatalogAddRequest: {
            plan: string;
            /** @description What the server will be called here */
            as: string;
            /**
             * @description Answers by the names of the inputs
             * @default {}
             */
            inputs: {
                [key: string]: string | number | boolean | string[];
            };
        };
        RegistryEntry: {
            server: components["schemas"]["RegistryServer"];
            /** RegistryEntryMeta */
            _meta: {
                /** RegistryEntryMetaIoModelcontextprotocolRegistryOfficial */
                "io.modelcontextprotocol.registry/official": {
                    /** @enum {string} */
                    status: "active";
                    /** @enum {boolean} */
                    isLatest: true;
                };
            };
        };
        RegistryList: {
            servers: components["schemas"]["RegistryEntry"][];
            /** RegistryListMetadata */
            metadata: {
                count: number;
                nextCursor?: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description of all operations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    diagnose: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Findings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Diagnosis"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last event that is known */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readResult: {
        parameters: {
            query?: never;
            header?: {
                "If-Range"?: string;
                Range?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The bytes that `Range` asks for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `result-not-found`: No such result; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `range-not-satisfiable`: The range is not in the result */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAccountRequest"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Only these, such as `oauth.failed` */
                action?: string;
                /** @description Slug or id of an account; operators only */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportAuditEvents: {
        parameters: {
            query?: {
                /** @description Only these, such as `oauth.failed` */
                action?: string;
                /** @description Slug or id of an account; operators only */
                account?: string;
                /** @description `ndjson` (JSON, a line each) or `csv`; without it what `Accept` asks for, else `ndjson` */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file, as it comes into being */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Invitations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description Invited */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already-member`: This person is in the account already; `too-many-members`: The account has too many members and invitations */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its link is void */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invitation-not-found`: No such invitation; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Those whose name or address has these words in it, or whose id it is */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `member-not-found`: No such member; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `last-owner`: An account keeps an owner */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberChange"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `member-not-found`: No such member; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `last-owner`: An account keeps an owner; `role-by-rule`: A rule of an issuer gives this role */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `wrong-password`: The password is wrong; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSessions"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `browser-session-not-found`: You are not signed in with such a browser; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSignInProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Issuers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProviders"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMemberSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sign-in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastSignIn"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `member-not-found`: No such member; `sign-in-not-found`: This person has not signed in at an issuer; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsageLimits: {
        parameters: {
            query?: {
                /** @description For operators: another account, by slug or id */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each limit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageLimits"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Second factors */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Factors"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorBegin"];
            };
        };
        responses: {
            /** @description What the authenticator needs */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewFactor"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `wrong-password`: The password is wrong; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `factor-present`: There is a second factor already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorRemoval"];
            };
        };
        responses: {
            /** @description Taken away */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `wrong-code`: The code is wrong, or was used; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `factor-not-found`: There is no second factor; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    confirmFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorCode"];
            };
        };
        responses: {
            /** @description Recovery codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `wrong-code`: The code is wrong, or was used; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `factor-not-found`: There is no second factor; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyBegin"];
            };
        };
        responses: {
            /** @description The question to the browser */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `wrong-password`: The password is wrong; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `passkeys-unavailable`: There are no passkeys at this address; `too-many-passkeys`: You have too many passkeys */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description The passkey */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedPasskey"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `passkey-refused`: The passkey was not made as asked for; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `passkey-known`: This passkey is known already; `passkeys-unavailable`: There are no passkeys at this address; `too-many-passkeys`: You have too many passkeys */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyRemoval"];
            };
        };
        responses: {
            /** @description Taken away */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `wrong-password`: The password is wrong; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `passkey-not-found`: You have no such passkey; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetLink"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `password-sign-in-off`: Passwords are not used here; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `member-not-found`: No such member; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginDeviceLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeviceLoginRequest"];
            };
        };
        responses: {
            /** @description Begun */
            200: {
                headers: {
                    /** @description `no-store` */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLogin"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; An error of RFC 6749 §5.2 or RFC 8628 §3.5; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description A token was sent that does not hold; none is needed; `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Origin is not allowed; `origin-not-allowed`: The Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Host is not one of ours; `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests from this address; `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong inside the gateway; `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; The gateway is stopping; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    pollDeviceLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DevicePollRequest"];
            };
        };
        responses: {
            /** @description The token, once */
            200: {
                headers: {
                    /** @description `no-store` */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceToken"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; An error of RFC 6749 §5.2 or RFC 8628 §3.5; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description A token was sent that does not hold; none is needed; `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Origin is not allowed; `origin-not-allowed`: The Origin is not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The Host is not one of ours; `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests from this address; `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Something went wrong inside the gateway; `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; The gateway is stopping; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User, account and token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked: here at once, in all processes within five seconds */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked: here at once, in all processes within five seconds */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token-not-found`: No such token; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Slug or id of an account; operators only */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Grants */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramGrantPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeGrant: {
        parameters: {
            query?: {
                /** @description Slug or id of an account; operators only */
                account?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `grant-not-found`: No such grant; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPublishedServers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Servers by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedServers"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishRequest"];
            };
        };
        responses: {
            /** @description Published */
            201: {
                headers: {
                    /** @description The server */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedServer"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `sign-in-again`: Sign in again first; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `name-taken`: The name is taken; `too-many-servers`: Too many servers are published */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    republishServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a published server */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RepublishRequest"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedServer"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `sign-in-again`: Sign in again first; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-read-only`: The server stands in the operator's file; `server-changed`: The server was changed meanwhile */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unpublishServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a published server */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed; calls under way end by themselves */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-read-only`: The server stands in the operator's file */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    probeServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProbeRequest"];
            };
        };
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probe"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `sign-in-again`: Sign in again first; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApps: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Apps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApp: {
        parameters: {
            query?: {
                /** @description `true` saves credentials in plain text, which is refused otherwise: they stay in the history */
                allowLiterals?: "true" | "false";
            };
            header?: {
                /** @description Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAppRequest"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    /** @description Address of the app */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `slug-taken`: The slug is taken; `too-many-apps`: The account has too many apps; `idempotency-running`: The request is being carried out; `outcome-unknown`: Nobody knows what came of the request; `answer-not-kept`: The request was carried out, and its answer was too large to be kept */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here; `idempotency-mismatch`: The key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateAppRequest"];
            };
        };
        responses: {
            /** @description The app as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `slug-taken`: The slug is taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getConfig: {
        parameters: {
            query?: {
                /** @description An older version */
                version?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current version, or the one asked for */
            200: {
                headers: {
                    /** @description Of this version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Config"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `config-version-not-found`: No such version of the config; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-version-blanked`: The content of the version was erased */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    saveConfig: {
        parameters: {
            query?: {
                /** @description `true` saves credentials in plain text, which is refused otherwise: they stay in the history */
                allowLiterals?: "true" | "false";
                /** @description `true` says what would change and changes nothing */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description ETag of the state that the change builds on; `*` overwrites whatever is there */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveConfigRequest"];
            };
        };
        responses: {
            /** @description What changed */
            200: {
                headers: {
                    /** @description Of this version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigOutcome"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-changed`: The config has changed meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `precondition-required`: The write must say what it builds on */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConfigVersions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions without their content */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigVersionPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    blankConfigVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erased */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `config-version-not-found`: No such version of the config; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-version-current`: This version is in force */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackConfig: {
        parameters: {
            query?: {
                /** @description `true` saves credentials in plain text, which is refused otherwise: they stay in the history */
                allowLiterals?: "true" | "false";
                /** @description `true` says what would change and changes nothing */
                dryRun?: "true" | "false";
            };
            header?: {
                /** @description ETag of the state that the change builds on; `*` overwrites whatever is there */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollbackRequest"];
            };
        };
        responses: {
            /** @description What changed */
            200: {
                headers: {
                    /** @description Of this version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigOutcome"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-version-not-found`: No such version of the config; `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-version-blanked`: The content of the version was erased */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-changed`: The config has changed meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `precondition-required`: The write must say what it builds on */
            428: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names and dates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretList"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutSecretRequest"];
            };
        };
        responses: {
            /** @description Set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-secrets`: The app has too many secrets */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `secret-not-found`: No such secret; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    patchSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PatchSecretRequest"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `secret-not-found`: No such secret; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Keys without their text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-keys`: The app has too many keys */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked: here at once, in all processes within five seconds */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `key-not-found`: No such key; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Handle or `srv_…` id */
                server?: string;
                /** @description By the server's own name for it, or as `server__tool` */
                tool?: string;
                /** @description `ok`, `error` (refused, failed or answered with `isError`), or an HTTP status */
                status?: string;
                /** @description Slug or id of the app whose key asked, or whose server was asked */
                app?: string;
                /** @description Address or id of who asked */
                user?: string;
                /** @description What the program calls itself */
                client?: string;
                /** @description RFC 3339 or a date: begun then or later */
                from?: string;
                /** @description Begun before */
                to?: string;
                /** @description For operators: another account, by slug or id */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    eraseCalls: {
        parameters: {
            query: {
                /** @description Address or id of a person */
                user: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing of them is left */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportCalls: {
        parameters: {
            query?: {
                /** @description Handle or `srv_…` id */
                server?: string;
                /** @description By the server's own name for it, or as `server__tool` */
                tool?: string;
                /** @description `ok`, `error` (refused, failed or answered with `isError`), or an HTTP status */
                status?: string;
                /** @description Slug or id of the app whose key asked, or whose server was asked */
                app?: string;
                /** @description Address or id of who asked */
                user?: string;
                /** @description What the program calls itself */
                client?: string;
                /** @description RFC 3339 or a date: begun then or later */
                from?: string;
                /** @description Begun before */
                to?: string;
                /** @description For operators: another account, by slug or id */
                account?: string;
                /** @description `ndjson` (JSON, a line each) or `csv`; without it what `Accept` asks for, else `ndjson` */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file, as it comes into being */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explainCall: {
        parameters: {
            query?: {
                /** @description For operators: another account, by slug or id */
                account?: string;
            };
            header?: never;
            path: {
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `call-not-found`: No such call is remembered; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Caller"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listServerGrants: {
        parameters: {
            query?: {
                /** @description Without it, a cursor and a filter: the whole list */
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Those that have these words in whom they name, their servers or their tools */
                q?: string;
                /** @description Those that are about the server with this handle */
                server?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The grants, in the order in which they were added */
            200: {
                headers: {
                    /** @description Of the list */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerGrants"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceServerGrants: {
        parameters: {
            query?: never;
            header?: {
                /** @description `return=minimal` (RFC 7240): answered with 204 and the new ETag, without the list, which may be long */
                Prefer?: string;
                /** @description ETag of the list that the change builds on */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceServerGrantsRequest"];
            };
        };
        responses: {
            /** @description The grants that hold now */
            200: {
                headers: {
                    /** @description Of the list */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerGrants"];
                };
            };
            /** @description They hold now */
            204: {
                headers: {
                    /** @description Of the list */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-grants`: There are too many grants */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `grants-changed`: The grants have changed meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-grants`: The grants are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeServerGrants: {
        parameters: {
            query?: never;
            header?: {
                /** @description `return=minimal` (RFC 7240): answered with 204 and the new ETag, without the list, which may be long */
                Prefer?: string;
                /** @description ETag of the list that the change builds on */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChangeServerGrantsRequest"];
            };
        };
        responses: {
            /** @description The grants that hold now */
            200: {
                headers: {
                    /** @description Of the list */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerGrants"];
                };
            };
            /** @description They hold now */
            204: {
                headers: {
                    /** @description Of the list */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-grants`: There are too many grants */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `grants-changed`: The grants have changed meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-grants`: The grants are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description RFC 3339 or a date, taken down to the hour; 30 days before `to` */
                from?: string;
                /** @description The same, taken up to the hour and not part of it; now */
                to?: string;
                /** @description What calls are told apart by */
                by?: "server" | "tool" | "app" | "user" | "client" | "day";
                /** @description For operators: another account, by slug or id */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connections; nothing of them is secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionList"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    connectServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectRequest"];
            };
        };
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectAddress"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `egress-denied`: The address may not be reached from here; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTest"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `connection-not-found`: No such connection; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `connection-not-found`: No such connection; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PolicyTrialRequest"];
            };
        };
        responses: {
            /** @description The outcome, and what decides */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyTrial"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `tool-not-found`: No such tool; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                status?: "waiting" | "approved" | "denied" | "expired" | "used";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Approvals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-not-found`: No such approval; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalDecision"];
            };
        };
        responses: {
            /** @description The approval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-not-found`: No such approval; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-decided`: Somebody has decided already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-expired`: The approval has expired */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchCatalog: {
        parameters: {
            query?: {
                /** @description Words in the name, title or description; of registries, in the name */
                search?: string;
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    planCatalogServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of an entry; its slash is `%2F` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CatalogPlanRequest"];
            };
        };
        responses: {
            /** @description What would be done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogPlan"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `catalog-entry-not-found`: The catalogue has no such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `catalog-entry-deleted`: The server was taken out of its registry */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `catalog-entry-refused`: The gateway does not run a server like this; `invalid-config`: The config is not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `catalog-unavailable`: A source of the catalogue does not answer; `package-unavailable`: The registry of the package does not answer; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addCatalogServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of an entry; its slash is `%2F` */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CatalogAddRequest"];
            };
        };
        responses: {
            /** @description Published */
            201: {
                headers: {
                    /** @description The server */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedServer"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `sign-in-again`: Sign in again first; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `catalog-entry-not-found`: The catalogue has no such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `plan-changed`: The server is not what the plan says any more; `name-taken`: The name is taken; `too-many-servers`: Too many servers are published */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `catalog-entry-deleted`: The server was taken out of its registry */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `catalog-entry-refused`: The gateway does not run a server like this; `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `catalog-unavailable`: A source of the catalogue does not answer; `package-unavailable`: The registry of the package does not answer; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listServers: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Servers by handle */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerList"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reconnectServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: Not allowed; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pingServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It answered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pong"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description `true` asks the server instead of the cache */
                refresh?: "true" | "false";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tools, complete over all pages of the server */
            200: {
                headers: {
                    /** @description For `If-None-Match` of the next request */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolList"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    callTool: {
        parameters: {
            query?: {
                /** @description `true` leaves in the result what servers of 2026-07-28 add: `resultType`, `ttlMs`, `cacheScope` */
                raw?: "true" | "false";
            };
            header?: {
                /** @description The id of the approval that this very call was given */
                "X-Approval"?: string;
                /** @description `wait=60` (RFC 7240): for so many seconds, HELD_CALL_MS at most, a call that needs an approval waits for it and is answered with its result */
                Prefer?: string;
                /** @description Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallRequest"];
            };
        };
        responses: {
            /** @description What the tool returned */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallToolResult"];
                    "text/event-stream": string;
                };
            };
            /** @description Somebody has to approve it first */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalTicket"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tool-denied`: The tool is denied by policy; `tool-changed`: The tool is not the one that was accepted; `approval-required`: The tool runs only after an approval; `approval-denied`: The call was not approved; `approval-invalid`: The approval does not fit; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tool-not-found`: No such tool; `approval-not-found`: No such approval; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-used`: The approval has been used; `input-required`: The server asks for something first; `upstream-auth-required`: Somebody must connect the MCP server; `idempotency-running`: The request is being carried out; `outcome-unknown`: Nobody knows what came of the request; `answer-not-kept`: The request was carried out, and its answer was too large to be kept */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-expired`: The approval has expired; `held-call-lost`: The call has ended with its process */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments; `invalid-request-state`: The requestState does not fit; `upstream-client-needed`: The MCP server admits registered clients only; `idempotency-mismatch`: The key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-approvals`: Too many calls wait for an approval; `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `result-not-shaped`: The result could not be shaped; `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listResources: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description `true` asks the server instead of the cache */
                refresh?: "true" | "false";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Resources, complete over all pages of the server */
            200: {
                headers: {
                    /** @description For `If-None-Match` of the next request */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceList"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readResource: {
        parameters: {
            query?: {
                /** @description `true` leaves in the result what servers of 2026-07-28 add: `resultType`, `ttlMs`, `cacheScope` */
                raw?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadResourceRequest"];
            };
        };
        responses: {
            /** @description Its contents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadResourceResult"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `resource-not-found`: No such resource; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPrompts: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description `true` asks the server instead of the cache */
                refresh?: "true" | "false";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prompts, complete over all pages of the server */
            200: {
                headers: {
                    /** @description For `If-None-Match` of the next request */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptList"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPrompt: {
        parameters: {
            query?: {
                /** @description `true` leaves in the result what servers of 2026-07-28 add: `resultType`, `ttlMs`, `cacheScope` */
                raw?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetPromptRequest"];
            };
        };
        responses: {
            /** @description Its messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPromptResult"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `prompt-changed`: The prompt is not the one that was accepted; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `prompt-not-found`: No such prompt; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments; `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openMcpStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description What is to be resumed is not kept any more; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MCP does not know the session; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no stream without a session */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendMcpMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The response, or a stream that ends with it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "text/event-stream": string;
                };
            };
            /** @description A notification or response was taken */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; MCP refuses the message; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MCP does not know the session or method; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no stream without a session */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description A JSON-RPC error; `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A JSON-RPC error; `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A JSON-RPC error; `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A JSON-RPC error; `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A JSON-RPC error; `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endMcpSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MCP does not know the session; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No session is named */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                server: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description The answer of the model */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatAnswer"];
                    "text/event-stream": string;
                    "text/plain": string;
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-invalid`: The approval does not fit; `model-not-allowed`: The model is not open here; `prompt-changed`: The prompt is not the one that was accepted; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `model-not-found`: No such model; `prompt-not-found`: No such prompt; `resource-not-found`: No such resource; `tool-not-found`: No such tool; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not-acceptable`: No acceptable representation */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-used`: The approval has been used; `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments; `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `model-auth`: The model provider refused our key; `model-error`: The model provider failed; `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `chat-not-configured`: No model provider is configured; `model-rate-limited`: The model provider is busy; `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `timeout`: The chat took too long; `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Workflows, in the order of the config */
            200: {
                headers: {
                    /** @description For `If-None-Match` of the next request */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowList"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `app-required`: An app must be named; `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    executeWorkflow: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: {
                /** @description Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExecuteRequest"];
            };
        };
        responses: {
            /** @description How the run ended: also a workflow that ran and failed; with `dryRun` what it would have done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"] | components["schemas"]["Trial"];
                    "text/event-stream": string;
                };
            };
            /** @description The run goes on */
            202: {
                headers: {
                    /** @description The run */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `workflow-not-found`: No such workflow; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-runs`: The app has too many runs that have not ended; `idempotency-running`: The request is being carried out; `outcome-unknown`: Nobody knows what came of the request; `answer-not-kept`: The request was carried out, and its answer was too large to be kept */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `step-not-found`: There is no such step; `idempotency-mismatch`: The key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-trials`: The account tries too much at once; `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                workflow?: string;
                status?: "running" | "waiting" | "completed" | "failed" | "cancelled";
                /** @description What began them */
                startedBy?: "user" | "key" | "schedule" | "webhook" | "event" | "workflow";
                /** @description Only steps of this run */
                parent?: string;
                /** @description Begun then or later; RFC 3339, or a date */
                since?: string;
                /** @description Begun before then */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunList"];
                };
            };
            /** @description `app-required`: An app must be named; `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                /** @description `mermaid`: a flowchart as text, which Mermaid draws */
                format?: "json" | "mermaid";
            };
            header?: never;
            path: {
                /** @description `run_…` */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRunWithSteps"];
                    "text/plain": string;
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `run-not-found`: No such run; `app-not-found`: No such app; `config-version-not-found`: No such version of the config; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamRunEvents: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: {
                /** @description The id of the last event that is known */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description `run_…` */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The run has ended, and the reader knows everything */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `run-not-found`: No such run; `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelRun: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description `run_…` */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; how the run stands now */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `run-not-found`: No such run; `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    signalRun: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: {
                /** @description Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `run_…` */
                run: string;
                /** @description What a `listen` of the workflow waits for, such as `approval` */
                type: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SignalRequest"];
            };
        };
        responses: {
            /** @description Accepted; how the run stands now */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `run-not-found`: No such run; `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `run-ended`: The run has ended; `approval-not-awaited`: The run does not wait for this approval; `too-many-signals`: The run was sent too many signals; `idempotency-running`: The request is being carried out; `outcome-unknown`: Nobody knows what came of the request; `answer-not-kept`: The request was carried out, and its answer was too large to be kept */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency-mismatch`: The key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryRun: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description `run_…` */
                run: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RetryRequest"];
            };
        };
        responses: {
            /** @description Accepted; how the run stands now */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `run-not-found`: No such run; `app-not-found`: No such app; `workflow-not-found`: No such workflow; `config-version-not-found`: No such version of the config; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `run-not-failed`: The run cannot go on by itself */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `step-not-found`: There is no such step */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                /** @description `mermaid`: a flowchart as text, which Mermaid draws */
                format?: "json" | "mermaid";
            };
            header?: never;
            path: {
                /** @description Its name in the config of the app */
                workflow: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowWithDocument"];
                    "text/plain": string;
                };
            };
            /** @description `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `workflow-not-found`: No such workflow; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkflowSchedule: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description Its name in the config of the app */
                workflow: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSchedule"];
                };
            };
            /** @description `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `workflow-not-found`: No such workflow; `schedule-not-found`: The workflow has no schedule; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    pauseWorkflowSchedule: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description Its name in the config of the app */
                workflow: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSchedule"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `workflow-not-found`: No such workflow; `schedule-not-found`: The workflow has no schedule; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeWorkflowSchedule: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description Its name in the config of the app */
                workflow: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it stands now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowSchedule"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `workflow-not-found`: No such workflow; `schedule-not-found`: The workflow has no schedule; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runWorkflowScheduleNow: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description Its name in the config of the app */
                workflow: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; how the run stands now */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunState"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `workflow-not-found`: No such workflow; `schedule-not-found`: The workflow has no schedule; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `trigger-key-not-found`: The app has no such key; `too-many-runs`: The app has too many runs that have not ended */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkflowHooks: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description Its name in the config of the app */
                workflow: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhooks, without their addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowHookList"];
                };
            };
            /** @description `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWorkflowHook: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description Its name in the config of the app */
                workflow: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WorkflowHookRequest"];
            };
        };
        responses: {
            /** @description The webhook */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWorkflowHook"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `workflow-not-found`: No such workflow; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-hooks`: The app has too many webhooks */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWorkflowHook: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: never;
            path: {
                /** @description Its name in the config of the app */
                workflow: string;
                /** @description `hook_…` */
                hook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `hook-not-found`: No such webhook; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendWorkflowEvent: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
            };
            header?: {
                /** @description Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            /** @description Accepted, and what it came to */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReached"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency-running`: The request is being carried out; `outcome-unknown`: Nobody knows what came of the request; `answer-not-kept`: The request was carried out, and its answer was too large to be kept */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `event-too-large`: The event is too large; `idempotency-mismatch`: The key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAppTools: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description `true` asks the server instead of the cache */
                refresh?: "true" | "false";
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                /** @description Name of the one server of the app to list */
                server?: string;
                /** @description What the tool should do, in words: the tools that fit, best first */
                search?: string;
                /** @description Shape of the tools: for MCP, or for a model provider’s SDK */
                format?: "mcp" | "openai" | "anthropic";
                /** @description `true`, with `format=openai`: schemas in OpenAI’s strict subset, as far as they can be said in it */
                strict?: "true" | "false";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tools under names that models accept */
            200: {
                headers: {
                    /** @description For `If-None-Match` of the next request */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppToolList"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `app-required`: An app must be named; `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    callAppTool: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                /** @description `true` leaves in the result what servers of 2026-07-28 add: `resultType`, `ttlMs`, `cacheScope` */
                raw?: "true" | "false";
            };
            header?: {
                /** @description The id of the approval that this very call was given */
                "X-Approval"?: string;
                /** @description `wait=60` (RFC 7240): for so many seconds, HELD_CALL_MS at most, a call that needs an approval waits for it and is answered with its result */
                Prefer?: string;
                /** @description Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallRequest"];
            };
        };
        responses: {
            /** @description What the tool returned */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallToolResult"];
                    "text/event-stream": string;
                };
            };
            /** @description Somebody has to approve it first */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalTicket"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `tool-denied`: The tool is denied by policy; `tool-changed`: The tool is not the one that was accepted; `approval-required`: The tool runs only after an approval; `approval-denied`: The call was not approved; `approval-invalid`: The approval does not fit; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `tool-not-found`: No such tool; `approval-not-found`: No such approval; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-used`: The approval has been used; `input-required`: The server asks for something first; `upstream-auth-required`: Somebody must connect the MCP server; `recursion-too-deep`: Runs start one another too deeply; `idempotency-running`: The request is being carried out; `outcome-unknown`: Nobody knows what came of the request; `answer-not-kept`: The request was carried out, and its answer was too large to be kept */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `approval-expired`: The approval has expired; `held-call-lost`: The call has ended with its process */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments; `invalid-request-state`: The requestState does not fit; `upstream-client-needed`: The MCP server admits registered clients only; `idempotency-mismatch`: The key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-approvals`: Too many calls wait for an approval; `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `result-not-shaped`: The result could not be shaped; `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAppResources: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                /** @description Name of the one server of the app to list */
                server?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Resources, each with its server */
            200: {
                headers: {
                    /** @description For `If-None-Match` of the next request */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppResourceList"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `app-required`: An app must be named; `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readAppResource: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                /** @description `true` leaves in the result what servers of 2026-07-28 add: `resultType`, `ttlMs`, `cacheScope` */
                raw?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppReadRequest"];
            };
        };
        responses: {
            /** @description Its contents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadResourceResult"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `resource-not-found`: No such resource; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ambiguous-resource`: Several servers have this resource; `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAppPrompts: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous answer */
                cursor?: string;
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                /** @description Name of the one server of the app to list */
                server?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prompts under the names `server__prompt` */
            200: {
                headers: {
                    /** @description For `If-None-Match` of the next request */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppPromptList"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `app-required`: An app must be named; `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAppPrompt: {
        parameters: {
            query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                app?: string;
                /** @description `true` leaves in the result what servers of 2026-07-28 add: `resultType`, `ttlMs`, `cacheScope` */
                raw?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetPromptRequest"];
            };
        };
        responses: {
            /** @description Its messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPromptResult"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `prompt-changed`: The prompt is not the one that was accepted; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `prompt-not-found`: No such prompt; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments; `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getToolDrift: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Differences by server */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolDrift"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptTools: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AcceptToolsRequest"];
            };
        };
        responses: {
            /** @description What is left */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolDrift"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `server-not-found`: No such server; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `drift-changed`: The tools are not those that were reviewed; `upstream-auth-required`: Somebody must connect the MCP server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-client-needed`: The MCP server admits registered clients only */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-refused`: The MCP server refused our credential */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-auth-unavailable`: The authorization server of the MCP server cannot be reached; `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openAppMcpStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or id of an app */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description What is to be resumed is not kept any more; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MCP does not know the session; `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no stream without a session */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendAppMcpMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or id of an app */
                app: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The response, or a stream that ends with it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "text/event-stream": string;
                };
            };
            /** @description A notification or response was taken */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; MCP refuses the message; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MCP does not know the session or method; `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description There is no stream without a session */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A JSON-RPC error; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endAppMcpSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug or id of an app */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MCP does not know the session; `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No session is named */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resolveApp: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                /** @description Slug or `app_…` id */
                app: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addresses, servers, limits and features */
            200: {
                headers: {
                    /** @description For `If-None-Match` of the next request */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resolved"];
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `app-required`: An app must be named; `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description Words, each of them in the name, the title or the description */
                q: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hits"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `second-factor-required`: The account asks for a second factor; `forbidden`: Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account-not-found`: No such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping; `database-unavailable`: The database cannot be reached or cannot write */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
