/** Types of every operation. Generated from openapi.json by `npm run client:types`. */

export interface paths {
    readonly "/api/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Describe this API */
        readonly get: operations["getOpenApiDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What happened in the account, newest first */
        readonly get: operations["listAuditEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/invitations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invite somebody
         * @description The link is in the answer only; the gateway sends no mail. A new invitation to the same address replaces the one before.
         */
        readonly post: operations["createInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/auth/device": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Begin to log a device in (RFC 8628 §3.1) */
        readonly post: operations["beginDeviceLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/auth/poll": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ask for the token of a device login (RFC 8628 §3.4)
         * @description Until somebody has decided, the answer is 400 with `authorization_pending` or `slow_down`.
         */
        readonly post: operations["pollDeviceLogin"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/auth/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Who the token belongs to */
        readonly get: operations["getMe"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/auth/logout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Revoke the token of this request */
        readonly post: operations["logOut"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/auth/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Your own live tokens in this account, newest first */
        readonly get: operations["listTokens"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/auth/tokens/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Revoke one of your own tokens */
        readonly delete: operations["revokeToken"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the servers that this token reaches
         * @description Each with its status; a server that cannot be reached is listed with its last error.
         */
        readonly get: operations["listServers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servers/{server}/mcp/ping": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Ask a server for a sign of life */
        readonly get: operations["pingServer"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servers/{server}/mcp/tools": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the tools of a server */
        readonly get: operations["listTools"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servers/{server}/mcp/call": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Call a tool
         * @description A tool that ran and failed is 200 with `isError`. With `Accept: text/event-stream`: `progress` and `message` events, then one `result` or `error`. Closing the connection cancels the call.
         */
        readonly post: operations["callTool"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servers/{server}/mcp/resources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the resources and resource templates of a server
         * @description Templates come with the first page.
         */
        readonly get: operations["listResources"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servers/{server}/mcp/resources/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Read a resource */
        readonly post: operations["readResource"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servers/{server}/mcp/prompts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the prompts of a server */
        readonly get: operations["listPrompts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/servers/{server}/mcp/prompts/get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Get a prompt with its arguments filled in */
        readonly post: operations["getPrompt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the apps of the account, newest first */
        readonly get: operations["listApps"];
        readonly put?: never;
        /**
         * Make an app
         * @description Its config is version 1, empty unless one is sent along.
         */
        readonly post: operations["createApp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Show an app */
        readonly get: operations["getApp"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an app
         * @description Its configs and secrets go with it, its keys die at once.
         */
        readonly delete: operations["deleteApp"];
        readonly options?: never;
        readonly head?: never;
        /** Rename or describe an app */
        readonly patch: operations["updateApp"];
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Read the config of an app */
        readonly get: operations["getConfig"];
        /**
         * Save the config of an app
         * @description Builds on the state that `If-Match` or `version` names; of several writers that build on the same one, one wins. Content that is the same keeps the version.
         */
        readonly put: operations["saveConfig"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/config/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the versions of a config, newest first */
        readonly get: operations["listConfigVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/config/rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Bring an older version of a config back
         * @description Its content becomes a new version; the ones between stay. `If-Match` is honoured, not required.
         */
        readonly post: operations["rollBackConfig"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/secrets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the names of the secrets of an app */
        readonly get: operations["listSecrets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/secrets/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set or replace a secret
         * @description Connections that use it are renewed.
         */
        readonly put: operations["putSecret"];
        readonly post?: never;
        /**
         * Delete a secret
         * @description Servers that need it cannot be used afterwards.
         */
        readonly delete: operations["deleteSecret"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** List the live keys of an app, newest first */
        readonly get: operations["listKeys"];
        readonly put?: never;
        /**
         * Make a key for an app
         * @description Its text is in this answer and never again. Two keys can live at a time, so that one can replace the other.
         */
        readonly post: operations["createKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/keys/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Revoke a key of an app */
        readonly delete: operations["revokeKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/sdk/tools": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List or search the tools of all servers of an app
         * @description Servers are asked side by side; one that fails or is slow is named in `servers` and takes nothing from the others.
         */
        readonly get: operations["listAppTools"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/sdk/tools/call": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Call a tool of an app
         * @description As `callTool`, with the name from `listAppTools`.
         */
        readonly post: operations["callAppTool"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/sdk/resources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the resources and resource templates of all servers of an app
         * @description Templates come with the first page. A server that fails or is slow is named in `servers`.
         */
        readonly get: operations["listAppResources"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/sdk/resources/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Read a resource of an app */
        readonly post: operations["readAppResource"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/sdk/prompts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the prompts of all servers of an app
         * @description A server that fails or is slow is named in `servers`.
         */
        readonly get: operations["listAppPrompts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/sdk/prompts/get": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Get a prompt of an app with its arguments filled in */
        readonly post: operations["getAppPrompt"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/tools/drift": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * How the tools of an app differ from what was accepted
         * @description Tools are pinned as they are first seen; `policies.toolPinning` says what a difference does.
         */
        readonly get: operations["getToolDrift"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/cli/apps/{app}/tools/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Accept the tools of an app as they are now */
        readonly post: operations["acceptTools"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Problem: {
            /** @description `/problems/<code>` */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail?: string;
            /** @description Path of the request */
            readonly instance?: string;
            /** @description Stable slug; GET /problems/{code} explains it */
            readonly code: string;
            readonly requestId?: string;
            readonly errors?: readonly {
                /** @description RFC 6901 JSON pointer */
                readonly pointer: string;
                readonly detail: string;
            }[];
        } & {
            readonly [key: string]: unknown;
        };
        readonly AuditEvent: {
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /** @description `noun.verb`, such as `token.revoked` */
            readonly action: string;
            readonly userId?: string;
            readonly tokenId?: string;
            /** @description What it was done to: an id or a name */
            readonly target?: string;
            readonly address?: string;
            readonly requestId?: string;
            readonly details: {
                readonly [key: string]: unknown;
            };
        };
        readonly AuditPage: {
            readonly events: readonly components["schemas"]["AuditEvent"][];
            readonly nextCursor?: string;
        };
        readonly InvitationRequest: {
            /** Format: email */
            readonly email: string;
            /**
             * @description In this account; `member` when absent. Only owners make owners
             * @enum {string}
             */
            readonly role?: "owner" | "admin" | "member";
            /** @description For the operator: the user becomes owner of an account of their own */
            readonly newAccount?: {
                readonly name: string;
            };
        };
        readonly Invitation: {
            readonly id: string;
            /**
             * Format: uri
             * @description To be sent to the invited person; works once
             */
            readonly url: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly DeviceLoginRequest: {
            /** @description Name of the program */
            readonly client_id?: string;
            /** @description Separated by spaces; all but `operator` when absent */
            readonly scope?: string;
            /** @description Shown to the person who approves; a text is taken for the name */
            readonly device?: {
                readonly name?: string;
                readonly os?: string;
                readonly version?: string;
            } | string;
        };
        readonly DeviceLogin: {
            readonly device_code: string;
            /** @description To be shown: `WDJB-MJHT` */
            readonly user_code: string;
            /** Format: uri */
            readonly verification_uri: string;
            /** Format: uri */
            readonly verification_uri_complete: string;
            /** @description Seconds */
            readonly expires_in: number;
            /** @description Seconds between polls */
            readonly interval: number;
        };
        readonly DevicePollRequest: {
            /** @description From the start of the login */
            readonly device_code?: string;
            /** @description As at the start of the login */
            readonly client_id?: string;
            /** @description `urn:ietf:params:oauth:grant-type:device_code` when present */
            readonly grant_type?: string;
        };
        readonly DeviceToken: {
            readonly access_token: string;
            /** @enum {string} */
            readonly token_type: "Bearer";
            /** @description Seconds */
            readonly expires_in: number;
            readonly scope: string;
        };
        readonly OAuthError: {
            /** @enum {string} */
            readonly error: "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_grant" | "invalid_request" | "invalid_client" | "invalid_scope" | "unsupported_grant_type" | "temporarily_unavailable" | "server_error";
            readonly error_description: string;
            /** @description Seconds between polls from now on */
            readonly interval?: number;
        };
        readonly Token: {
            readonly id: string;
            /** @enum {string} */
            readonly kind: "user" | "app";
            /** @description Who uses it */
            readonly name: string;
            /** @description Beginning and end of its text */
            readonly hint: string;
            readonly scopes: readonly ("tools:read" | "tools:call" | "apps:read" | "apps:write" | "account" | "operator")[];
            /** Format: date-time */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description `null`: lives until it is revoked
             */
            readonly expiresAt: string | null;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
        };
        readonly Me: {
            readonly user: {
                readonly id: string;
                readonly email: string;
                readonly name: string;
            };
            readonly account: {
                readonly id: string;
                readonly slug: string;
                readonly name: string;
                /** @enum {string} */
                readonly role: "owner" | "admin" | "member";
            };
            readonly token: components["schemas"]["Token"];
            readonly server: {
                readonly version: string;
            };
        };
        readonly OwnToken: {
            readonly id: string;
            /** @enum {string} */
            readonly kind: "user" | "app";
            /** @description Who uses it */
            readonly name: string;
            /** @description Beginning and end of its text */
            readonly hint: string;
            readonly scopes: readonly ("tools:read" | "tools:call" | "apps:read" | "apps:write" | "account" | "operator")[];
            /** Format: date-time */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description `null`: lives until it is revoked
             */
            readonly expiresAt: string | null;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** @description The one that this request was made with */
            readonly current: boolean;
        };
        readonly TokenPage: {
            readonly tokens: readonly components["schemas"]["OwnToken"][];
            readonly nextCursor?: string;
        };
        readonly SaveConfigRequest: {
            /** @description Checked against /schemas/app-config-1.json: `invalid-config` names every fault */
            readonly config: {
                readonly [key: string]: unknown;
            };
            /** @description The version that this one builds on, instead of `If-Match` */
            readonly version?: number;
            /** @description What the change is for, as in a commit */
            readonly message?: string;
        };
        readonly RollbackRequest: {
            /** @description The version to bring back */
            readonly version: number;
            /** @description What the change is for, as in a commit */
            readonly message?: string;
        };
        /** @description The config of an app */
        readonly AppConfig: {
            readonly $schema?: string;
            /** @description The servers of the app by name */
            readonly mcpServers?: {
                readonly [key: string]: {
                    /** @description Name of a server that the operator publishes */
                    readonly use?: string;
                    /**
                     * @description Transport; found out when absent
                     * @enum {string}
                     */
                    readonly type?: "http" | "streamable-http" | "streamableHttp" | "sse" | "stdio";
                    /** @description Address of a remote server */
                    readonly url?: string;
                    /** @description Sent with every request; `${secret:NAME}` is replaced by a secret of the app */
                    readonly headers?: {
                        readonly [key: string]: string;
                    };
                    /** @description Only where the operator has set APP_STDIO=allow */
                    readonly command?: string;
                    readonly args?: readonly string[];
                    /** @description Environment of the command; `${secret:NAME}` is replaced by a secret of the app */
                    readonly env?: {
                        readonly [key: string]: string;
                    };
                    readonly cwd?: string;
                    /** @description What the server is for */
                    readonly description?: string;
                    /** @description Keeps the declaration and hides the server */
                    readonly disabled?: boolean;
                    /** @description Time that one operation may take */
                    readonly timeoutMs?: number;
                    /** @description Calls at once */
                    readonly maxConcurrency?: number;
                    /**
                     * @description `account` (default): no two accounts share a session
                     * @enum {string}
                     */
                    readonly isolation?: "account" | "shared";
                    /** @description Which tools are shown */
                    readonly tools?: {
                        /** @description Only these tools are shown */
                        readonly allow?: readonly string[];
                        /** @description These tools are hidden, whatever `allow` says */
                        readonly deny?: readonly string[];
                    };
                    /** @description What is shown of a tool instead of what the server says, by the server's name for it */
                    readonly overrides?: {
                        readonly [key: string]: {
                            readonly name?: string;
                            readonly title?: string;
                            readonly description?: string;
                            readonly annotations?: {
                                readonly [key: string]: unknown;
                            };
                        };
                    };
                };
            };
            /** @description How the native endpoint of the app shows its tools: all of them, or a search over them */
            readonly tools?: {
                /** @enum {string} */
                readonly mode?: "list" | "search";
            };
            /** @description Defaults of chats with servers of the app */
            readonly chat?: {
                /** @description `provider/model` */
                readonly model?: string;
                readonly system?: string;
                readonly maxSteps?: number;
                /** @enum {string} */
                readonly approval?: "auto" | "always" | "never";
                readonly tools?: {
                    /** @description Only these tools are shown */
                    readonly allow?: readonly string[];
                    /** @description These tools are hidden, whatever `allow` says */
                    readonly deny?: readonly string[];
                };
                readonly maxOutputTokens?: number;
                readonly temperature?: number;
            };
            /** @description Workflow documents (CNCF Serverless Workflow) by name */
            readonly workflows?: {
                readonly [key: string]: {
                    readonly [key: string]: unknown;
                };
            };
            readonly policies?: {
                /** @description Globs for tool names (`server__tool`): these run only after an approval */
                readonly requireApproval?: readonly string[];
                /**
                 * @description What happens when a tool changes: nothing, a warning (default), or it is refused until accepted
                 * @enum {string}
                 */
                readonly toolPinning?: "off" | "warn" | "block";
            };
        };
        readonly Config: {
            readonly version: number;
            /** @description Strong entity tag with its quotes */
            readonly etag: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** @description `null`: somebody who has been removed */
            readonly updatedBy: {
                readonly id: string;
                readonly email: string;
                readonly name: string;
            } | null;
            readonly message?: string;
            /** @description The version that a rollback brought back */
            readonly restoredFrom?: number;
            readonly config: components["schemas"]["AppConfig"];
        };
        readonly ConfigVersion: {
            readonly version: number;
            /** @description Strong entity tag with its quotes */
            readonly etag: string;
            /** Format: date-time */
            readonly updatedAt: string;
            /** @description `null`: somebody who has been removed */
            readonly updatedBy: {
                readonly id: string;
                readonly email: string;
                readonly name: string;
            } | null;
            readonly message?: string;
            /** @description The version that a rollback brought back */
            readonly restoredFrom?: number;
        };
        readonly ConfigVersionPage: {
            readonly versions: readonly components["schemas"]["ConfigVersion"][];
            readonly nextCursor?: string;
        };
        readonly ConfigOutcome: {
            readonly version: number;
            /** @description Strong entity tag with its quotes */
            readonly etag: string;
            readonly changes: readonly {
                /** @enum {string} */
                readonly op: "add" | "remove" | "replace";
                /** @description RFC 6901 pointer into the config */
                readonly path: string;
                readonly before?: unknown;
                readonly after?: unknown;
            }[];
            readonly warnings: readonly {
                readonly code: string;
                readonly pointer: string;
                readonly detail: string;
            }[];
            readonly config: components["schemas"]["AppConfig"];
        };
        readonly CreateAppRequest: {
            readonly name: string;
            /** @description Unique in the account; made of the name when absent */
            readonly slug?: string;
            readonly description?: string;
            /** @description Checked against /schemas/app-config-1.json: `invalid-config` names every fault */
            readonly config?: {
                readonly [key: string]: unknown;
            };
        };
        readonly UpdateAppRequest: {
            readonly name?: string;
            /** @description Handles of the servers change with it; ids do not */
            readonly slug?: string;
            readonly description?: string;
        };
        readonly App: {
            readonly id: string;
            readonly slug: string;
            readonly name: string;
            readonly description: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly config: {
                readonly version: number;
                /** @description Strong entity tag with its quotes */
                readonly etag: string;
                /** Format: date-time */
                readonly updatedAt: string;
            };
        };
        readonly AppPage: {
            readonly apps: readonly components["schemas"]["App"][];
            readonly nextCursor?: string;
        };
        readonly CreateKeyRequest: {
            /** @description Who uses it */
            readonly name?: string;
            /** @description All by default */
            readonly scopes?: readonly ("tools:read" | "tools:call")[];
            /**
             * Format: date-time
             * @description Without it the key lives until it is revoked
             */
            readonly expiresAt?: string;
        };
        readonly IssuedKey: {
            readonly id: string;
            /** @enum {string} */
            readonly kind: "user" | "app";
            /** @description Who uses it */
            readonly name: string;
            /** @description Beginning and end of its text */
            readonly hint: string;
            readonly scopes: readonly ("tools:read" | "tools:call" | "apps:read" | "apps:write" | "account" | "operator")[];
            /** Format: date-time */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description `null`: lives until it is revoked
             */
            readonly expiresAt: string | null;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** @description `gta_…`, shown this once */
            readonly key: string;
        };
        readonly KeyList: {
            readonly keys: readonly components["schemas"]["Token"][];
        };
        readonly PutSecretRequest: {
            readonly value: string;
        };
        /** @description A secret without its value, which never comes back */
        readonly Secret: {
            readonly name: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly SecretList: {
            readonly secrets: readonly components["schemas"]["Secret"][];
        };
        /** @description A JSON Schema (draft-07) */
        readonly JsonSchemaDocument: {
            readonly $schema: string;
            readonly $id: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description MCP `_meta`: free-form metadata */
        readonly Meta: {
            readonly [key: string]: unknown;
        };
        /** @description A JSON Schema as the server sent it */
        readonly JsonSchema: {
            readonly [key: string]: unknown;
        };
        /** @description MCP `Tool` */
        readonly Tool: {
            readonly name: string;
            readonly title?: string;
            readonly description?: string;
            readonly inputSchema: components["schemas"]["JsonSchema"];
            readonly outputSchema?: components["schemas"]["JsonSchema"];
            /** @description `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`, `title` */
            readonly annotations?: {
                readonly [key: string]: unknown;
            };
            readonly _meta?: components["schemas"]["Meta"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description MCP `Resource` */
        readonly Resource: {
            readonly uri: string;
            readonly name: string;
            readonly title?: string;
            readonly description?: string;
            readonly mimeType?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description MCP `ResourceTemplate` */
        readonly ResourceTemplate: {
            readonly uriTemplate: string;
            readonly name: string;
            readonly title?: string;
            readonly description?: string;
            readonly mimeType?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description MCP `Prompt` */
        readonly Prompt: {
            readonly name: string;
            readonly title?: string;
            readonly description?: string;
            readonly arguments?: readonly ({
                readonly name: string;
                readonly description?: string;
                readonly required?: boolean;
            } & {
                readonly [key: string]: unknown;
            })[];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description MCP content block: text, image, audio, resource, resource_link or one that is newer */
        readonly ContentBlock: {
            readonly type: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description MCP `CallToolResult`, or `InputRequiredResult` of 2026-07-28 */
        readonly CallToolResult: {
            readonly content?: readonly components["schemas"]["ContentBlock"][];
            readonly structuredContent?: {
                readonly [key: string]: unknown;
            };
            /** @description The tool ran and failed */
            readonly isError?: boolean;
            /** @description `complete`, or `input_required` when the tool asks for input (2026-07-28) */
            readonly resultType?: string;
            readonly inputRequests?: {
                readonly [key: string]: unknown;
            };
            readonly requestState?: string;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description MCP `ReadResourceResult` */
        readonly ReadResourceResult: {
            readonly contents: readonly ({
                readonly uri: string;
                readonly mimeType?: string;
                readonly text?: string;
                readonly blob?: string;
            } & {
                readonly [key: string]: unknown;
            })[];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description MCP `GetPromptResult` */
        readonly GetPromptResult: {
            readonly description?: string;
            readonly messages: readonly ({
                readonly role: string;
                readonly content: components["schemas"]["ContentBlock"];
            } & {
                readonly [key: string]: unknown;
            })[];
        } & {
            readonly [key: string]: unknown;
        };
        readonly ToolList: {
            readonly tools: readonly components["schemas"]["Tool"][];
            readonly nextCursor?: string;
        };
        readonly ResourceList: {
            readonly resources: readonly components["schemas"]["Resource"][];
            readonly resourceTemplates: readonly components["schemas"]["ResourceTemplate"][];
            readonly nextCursor?: string;
        };
        readonly PromptList: {
            readonly prompts: readonly components["schemas"]["Prompt"][];
            readonly nextCursor?: string;
        };
        readonly CallRequest: {
            /** @description As in the list of tools */
            readonly name: string;
            readonly arguments?: {
                readonly [key: string]: unknown;
            };
            /** @description Milliseconds; at most MAX_TOOL_TIMEOUT_MS */
            readonly timeoutMs?: number;
            /** @description Answers to the `inputRequests` of an `input_required` result, by their keys */
            readonly inputResponses?: {
                readonly [key: string]: unknown;
            };
            /** @description From the `input_required` result, unchanged */
            readonly requestState?: string;
            readonly _meta?: {
                readonly [key: string]: unknown;
            };
        };
        readonly ReadResourceRequest: {
            readonly uri: string;
            /** @description Milliseconds; at most MAX_TOOL_TIMEOUT_MS */
            readonly timeoutMs?: number;
        };
        readonly GetPromptRequest: {
            readonly name: string;
            readonly arguments?: {
                readonly [key: string]: string;
            };
            /** @description Milliseconds; at most MAX_TOOL_TIMEOUT_MS */
            readonly timeoutMs?: number;
        };
        readonly Server: {
            /** @description `srv_…` */
            readonly id: string;
            /** @description What stands for `{server}` in paths */
            readonly handle: string;
            readonly name: string;
            readonly description?: string;
            /** @enum {string} */
            readonly transport: "stdio" | "http" | "sse";
            /** @enum {string} */
            readonly status: "ready" | "connecting" | "degraded" | "unavailable" | "disabled";
            readonly protocolVersion?: string;
            readonly serverInfo?: {
                readonly [key: string]: unknown;
            };
            readonly capabilities?: {
                readonly [key: string]: unknown;
            };
            /** @description Tools that the policy shows; absent until they are known */
            readonly toolCount?: number;
            readonly urls: {
                readonly rest: string;
                readonly mcp: string;
            };
            readonly lastError?: {
                readonly code: string;
                readonly detail?: string;
            };
            /** Format: date-time */
            readonly nextRetryAt?: string;
        };
        readonly ServerList: {
            readonly servers: readonly components["schemas"]["Server"][];
            readonly nextCursor?: string;
        };
        readonly Pong: {
            /** @enum {boolean} */
            readonly ok: true;
            readonly latencyMs: number;
            readonly protocolVersion: string;
            readonly serverInfo?: {
                readonly [key: string]: unknown;
            };
            /** @enum {string} */
            readonly transport: "stdio" | "http" | "sse";
        };
        readonly Health: {
            /** @enum {string} */
            readonly status: "ok";
        };
        /** @description This document (OpenAPI 3.0.3) */
        readonly OpenApiDocument: {
            /** @enum {string} */
            readonly openapi: "3.0.3";
        } & {
            readonly [key: string]: unknown;
        };
        readonly ProblemKind: {
            readonly code: string;
            readonly status: number;
            readonly title: string;
            readonly advice: string;
        };
        readonly AppReadRequest: {
            readonly uri: string;
            /** @description Milliseconds; at most MAX_TOOL_TIMEOUT_MS */
            readonly timeoutMs?: number;
            /** @description Needed when two servers of the app have the resource */
            readonly server?: string;
        };
        /** @description How a server took part in a list over all servers of an app */
        readonly ServerReport: {
            readonly name: string;
            /** @enum {string} */
            readonly status: "ready" | "connecting" | "degraded" | "unavailable";
            /** @description Why its part is missing or may be old */
            readonly error?: {
                readonly code: string;
                readonly detail?: string;
            };
        };
        /** @description MCP `Tool` of a server of an app */
        readonly AppTool: {
            /** @description `server__tool`: at most 64 characters of `[A-Za-z0-9_-]`, the same for ever */
            readonly name: string;
            readonly title?: string;
            readonly description: string;
            readonly inputSchema: components["schemas"]["JsonSchema"];
            readonly outputSchema?: components["schemas"]["JsonSchema"];
            /** @description `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`, `title` */
            readonly annotations?: {
                readonly [key: string]: unknown;
            };
            readonly _meta?: components["schemas"]["Meta"];
            readonly server: string;
            /** @description Its name at that server */
            readonly tool: string;
            /** @description With `search`; comparable within one answer */
            readonly score?: number;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description An element of `tools` of OpenAI’s Chat Completions */
        readonly OpenAiTool: {
            /** @enum {string} */
            readonly type: "function";
            readonly function: {
                /** @description `server__tool`: at most 64 characters of `[A-Za-z0-9_-]`, the same for ever */
                readonly name: string;
                readonly description?: string;
                readonly parameters: {
                    readonly [key: string]: unknown;
                };
            };
        };
        /** @description An element of `tools` of Anthropic’s Messages */
        readonly AnthropicTool: {
            /** @description `server__tool`: at most 64 characters of `[A-Za-z0-9_-]`, the same for ever */
            readonly name: string;
            readonly description?: string;
            readonly input_schema: {
                readonly [key: string]: unknown;
            };
        };
        readonly AppToolList: {
            readonly tools: readonly (components["schemas"]["AppTool"] | components["schemas"]["OpenAiTool"] | components["schemas"]["AnthropicTool"])[];
            readonly servers: readonly components["schemas"]["ServerReport"][];
            readonly nextCursor?: string;
        };
        readonly AppResourceList: {
            readonly resources: readonly ({
                readonly uri: string;
                readonly name: string;
                readonly title?: string;
                readonly description?: string;
                readonly mimeType?: string;
                readonly server: string;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly resourceTemplates: readonly ({
                readonly uriTemplate: string;
                readonly name: string;
                readonly title?: string;
                readonly description?: string;
                readonly mimeType?: string;
                readonly server: string;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly servers: readonly components["schemas"]["ServerReport"][];
            readonly nextCursor?: string;
        };
        readonly AppPromptList: {
            readonly prompts: readonly ({
                readonly name: string;
                readonly title?: string;
                readonly description?: string;
                readonly arguments?: readonly ({
                    readonly name: string;
                    readonly description?: string;
                    readonly required?: boolean;
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly server: string;
                /** @description Its name at that server */
                readonly prompt: string;
            } & {
                readonly [key: string]: unknown;
            })[];
            readonly servers: readonly components["schemas"]["ServerReport"][];
            readonly nextCursor?: string;
        };
        readonly ToolChange: {
            /** @description As the app’s callers know it */
            readonly name: string;
            /** @description As the server calls it */
            readonly tool: string;
            /** @enum {string} */
            readonly kind: "changed" | "added" | "removed";
            /** @description What is different about a changed tool */
            readonly members: readonly ("title" | "description" | "inputSchema" | "outputSchema" | "annotations")[];
            /** @description Beginning of the accepted description */
            readonly before?: string;
            /** @description Beginning of the present description */
            readonly after?: string;
            /** @description Hidden and refused until it is accepted */
            readonly blocked: boolean;
        };
        readonly ToolWarning: {
            readonly tool: string;
            /** @enum {string} */
            readonly member: "name" | "title" | "description" | "inputSchema" | "outputSchema" | "annotations";
            /** @description Characters that people do not see, as `U+200B` */
            readonly characters: readonly string[];
        };
        readonly ServerDrift: {
            readonly name: string;
            /** @enum {string} */
            readonly status: "ready" | "connecting" | "degraded" | "unavailable";
            /** @description Why its part is missing or may be old */
            readonly error?: {
                readonly code: string;
                readonly detail?: string;
            };
            /** @description Digest of all tools as they are now; accept with it what you have reviewed */
            readonly set?: string;
            /** Format: date-time */
            readonly pinnedAt?: string;
            /** @description User; absent while the tools are pinned as they were first seen */
            readonly acceptedBy?: string;
            readonly changes: readonly components["schemas"]["ToolChange"][];
            readonly warnings: readonly components["schemas"]["ToolWarning"][];
        };
        readonly ToolDrift: {
            /** @enum {string} */
            readonly pinning: "off" | "warn" | "block";
            readonly drifted: boolean;
            readonly servers: readonly components["schemas"]["ServerDrift"][];
        };
        readonly AcceptToolsRequest: {
            /** @description Name of the one server; all that answer when absent */
            readonly server?: string;
            /** @description Only these tools of `server`, as the server calls them */
            readonly tools?: readonly string[];
            /** @description The `set` that was reviewed; another one by now is 409 */
            readonly set?: string;
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
    readonly getOpenApiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The description of all operations */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listAuditEvents: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                /** @description `nextCursor` of the previous answer */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Events */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly createInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        readonly responses: {
            /** @description Invited */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `already-member`: This person is in the account already */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly beginDeviceLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeviceLoginRequest"];
            };
        };
        readonly responses: {
            /** @description Begun */
            readonly 200: {
                headers: {
                    /** @description `no-store` */
                    readonly "Cache-Control"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceLogin"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; An error of RFC 6749 §5.2 or RFC 8628 §3.5; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                    readonly "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests from this address; `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthError"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly pollDeviceLogin: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DevicePollRequest"];
            };
        };
        readonly responses: {
            /** @description The token, once */
            readonly 200: {
                headers: {
                    /** @description `no-store` */
                    readonly "Cache-Control"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DeviceToken"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; An error of RFC 6749 §5.2 or RFC 8628 §3.5; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                    readonly "application/json": components["schemas"]["OAuthError"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests from this address; `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OAuthError"];
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getMe: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description User, account and token */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Me"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly logOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked: here at once, in all processes within five seconds */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listTokens: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                /** @description `nextCursor` of the previous answer */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tokens */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly revokeToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked: here at once, in all processes within five seconds */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token-not-found`: No such token */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listServers: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Servers by handle */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServerList"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly pingServer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                readonly server: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It answered */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pong"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listTools: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly cursor?: string;
                /** @description `true` asks the server instead of the cache */
                readonly refresh?: "true" | "false";
            };
            readonly header?: never;
            readonly path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                readonly server: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tools, complete over all pages of the server */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolList"];
                };
            };
            /** @description Not changed */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly callTool: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                readonly server: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CallRequest"];
            };
        };
        readonly responses: {
            /** @description What the tool returned */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CallToolResult"];
                    readonly "text/event-stream": string;
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tool-denied`: The tool is denied by policy; `tool-changed`: The tool is not the one that was accepted; `approval-required`: The tool runs only after an approval; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `tool-not-found`: No such tool; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency-running`: The request is being carried out; `outcome-unknown`: Nobody knows what came of the request */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments; `idempotency-mismatch`: The key was used for another request */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listResources: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly cursor?: string;
                /** @description `true` asks the server instead of the cache */
                readonly refresh?: "true" | "false";
            };
            readonly header?: never;
            readonly path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                readonly server: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Resources, complete over all pages of the server */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResourceList"];
                };
            };
            /** @description Not changed */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly readResource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                readonly server: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReadResourceRequest"];
            };
        };
        readonly responses: {
            /** @description Its contents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReadResourceResult"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `resource-not-found`: No such resource; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listPrompts: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly cursor?: string;
                /** @description `true` asks the server instead of the cache */
                readonly refresh?: "true" | "false";
            };
            readonly header?: never;
            readonly path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                readonly server: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Prompts, complete over all pages of the server */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PromptList"];
                };
            };
            /** @description Not changed */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getPrompt: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Handle of a server: `name`, `app.name` or `srv_…` */
                readonly server: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GetPromptRequest"];
            };
        };
        readonly responses: {
            /** @description Its messages */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetPromptResult"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `prompt-not-found`: No such prompt; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listApps: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                /** @description `nextCursor` of the previous answer */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Apps */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly createApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Makes the request safe to repeat: for a day the same key with the same body gives the answer of the first one, marked by `Idempotency-Replayed: true`. The request goes on when the caller leaves. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateAppRequest"];
            };
        };
        readonly responses: {
            /** @description Made */
            readonly 201: {
                headers: {
                    /** @description Address of the app */
                    readonly Location?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["App"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-header`: A request header is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `slug-taken`: The slug is taken; `too-many-apps`: The account has too many apps; `idempotency-running`: The request is being carried out; `outcome-unknown`: Nobody knows what came of the request */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here; `idempotency-mismatch`: The key was used for another request */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The app */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["App"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly deleteApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly updateApp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateAppRequest"];
            };
        };
        readonly responses: {
            /** @description The app as it is now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["App"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `slug-taken`: The slug is taken */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getConfig: {
        readonly parameters: {
            readonly query?: {
                /** @description An older version */
                readonly version?: number;
            };
            readonly header?: {
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The current version, or the one asked for */
            readonly 200: {
                headers: {
                    /** @description Of this version */
                    readonly ETag?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Config"];
                };
            };
            /** @description Not changed */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `config-version-not-found`: No such version of the config */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly saveConfig: {
        readonly parameters: {
            readonly query?: {
                /** @description `true` says what would change and changes nothing */
                readonly dryRun?: "true" | "false";
            };
            readonly header?: {
                /** @description ETag of the state that the change builds on; `*` overwrites whatever is there */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SaveConfigRequest"];
            };
        };
        readonly responses: {
            /** @description What changed */
            readonly 200: {
                headers: {
                    /** @description Of this version */
                    readonly ETag?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigOutcome"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-changed`: The config has changed meanwhile */
            readonly 412: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `precondition-required`: The write must say what it builds on */
            readonly 428: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listConfigVersions: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                /** @description `nextCursor` of the previous answer */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Versions without their content */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigVersionPage"];
                };
            };
            /** @description `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly rollBackConfig: {
        readonly parameters: {
            readonly query?: {
                /** @description `true` says what would change and changes nothing */
                readonly dryRun?: "true" | "false";
            };
            readonly header?: {
                /** @description ETag of the state that the change builds on; `*` overwrites whatever is there */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RollbackRequest"];
            };
        };
        readonly responses: {
            /** @description What changed */
            readonly 200: {
                headers: {
                    /** @description Of this version */
                    readonly ETag?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigOutcome"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-version-not-found`: No such version of the config; `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `config-changed`: The config has changed meanwhile */
            readonly 412: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-config`: The config is not valid; `stdio-not-allowed`: Apps may not run commands here */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `precondition-required`: The write must say what it builds on */
            readonly 428: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listSecrets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Names and dates */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SecretList"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly putSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PutSecretRequest"];
            };
        };
        readonly responses: {
            /** @description Set */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Secret"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-secrets`: The app has too many secrets */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly deleteSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `secret-not-found`: No such secret */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Keys without their text */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly createKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        readonly responses: {
            /** @description Made */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssuedKey"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too-many-keys`: The app has too many keys */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly revokeKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Slug or `app_…` id */
                readonly app: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked: here at once, in all processes within five seconds */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `key-not-found`: No such key */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listAppTools: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly cursor?: string;
                /** @description `true` asks the server instead of the cache */
                readonly refresh?: "true" | "false";
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                readonly app?: string;
                /** @description Name of the one server of the app to list */
                readonly server?: string;
                /** @description What the tool should do, in words: the tools that fit, best first */
                readonly search?: string;
                /** @description Shape of the tools: for MCP, or for a model provider’s SDK */
                readonly format?: "mcp" | "openai" | "anthropic";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tools under names that models accept */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppToolList"];
                };
            };
            /** @description Not changed */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `app-required`: An app must be named; `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly callAppTool: {
        readonly parameters: {
            readonly query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                readonly app?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CallRequest"];
            };
        };
        readonly responses: {
            /** @description What the tool returned */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CallToolResult"];
                    readonly "text/event-stream": string;
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `tool-denied`: The tool is denied by policy; `tool-changed`: The tool is not the one that was accepted; `approval-required`: The tool runs only after an approval; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `tool-not-found`: No such tool; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listAppResources: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly cursor?: string;
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                readonly app?: string;
                /** @description Name of the one server of the app to list */
                readonly server?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Resources, each with its server */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppResourceList"];
                };
            };
            /** @description Not changed */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `app-required`: An app must be named; `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly readAppResource: {
        readonly parameters: {
            readonly query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                readonly app?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AppReadRequest"];
            };
        };
        readonly responses: {
            /** @description Its contents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReadResourceResult"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `resource-not-found`: No such resource; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `ambiguous-resource`: Several servers have this resource */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly listAppPrompts: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly cursor?: string;
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                readonly app?: string;
                /** @description Name of the one server of the app to list */
                readonly server?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Prompts under the names `server__prompt` */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AppPromptList"];
                };
            };
            /** @description Not changed */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `app-required`: An app must be named; `invalid-cursor`: The cursor is not valid; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getAppPrompt: {
        readonly parameters: {
            readonly query?: {
                /** @description Slug or id of the app; needed with a user token, a key has its own */
                readonly app?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GetPromptRequest"];
            };
        };
        readonly responses: {
            /** @description Its messages */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetPromptResult"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `app-required`: An app must be named; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-mismatch`: The key belongs to another app; `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `prompt-not-found`: No such prompt; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid-params`: The server refused the arguments */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly getToolDrift: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Differences by server */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolDrift"];
                };
            };
            /** @description `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readonly acceptTools: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly app: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AcceptToolsRequest"];
            };
        };
        readonly responses: {
            /** @description What is left */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToolDrift"];
                };
            };
            /** @description `malformed-json`: The body is not valid JSON; `json-too-deep`: The JSON body is nested too deeply; `invalid-request`: The request is not valid */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: A valid token is required */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `origin-not-allowed`: The Origin is not allowed; `insufficient-scope`: The token lacks a scope; `forbidden`: Not allowed */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `app-not-found`: No such app; `server-not-found`: No such server */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `drift-changed`: The tools are not those that were reviewed */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body-too-large`: The body is too large */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported-media-type`: The media type is not supported */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `misdirected-request`: The Host is not one of ours */
            readonly 421: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `rate-limited`: Too many requests */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `internal-error`: Something went wrong inside the gateway */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-error`: The MCP server failed; `upstream-response-too-large`: The answer of the MCP server is too large; `upstream-auth-required`: The MCP server refused our credential */
            readonly 502: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-unavailable`: The MCP server cannot be reached; `overloaded`: Too many calls are waiting; `shutting-down`: The gateway is stopping */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `upstream-timeout`: The MCP server did not answer in time */
            readonly 504: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
