import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { visibleJson, visibleText } from '../../kernel/text/visible-text.js';
import { Config } from '../../platform/config/config.js';
import { html, type Html } from '../../platform/pages/page-html.js';
import { alert, facts, type PageContent } from '../../platform/pages/page-layout.js';
import { untilInWords } from '../../platform/pages/page-time.js';
import { Pages } from '../../platform/pages/pages.js';
import {
  approvalPath,
  shownName,
  statusOf,
  type ApprovalStatus,
  type NamedCaller,
  type OpenedApproval,
} from './approval.js';
import { maxNote } from './approvals.dto.js';

/** What of a form is for its other members. */
const spareFormBytes = 8192;

/** What somebody has sent that cannot be taken. */
export interface FaultyDecision {
  readonly text: string;
  readonly note: string;
  readonly fault: string;
}

const outcomes: Readonly<Record<Exclude<ApprovalStatus, 'waiting'>, string>> = {
  approved: 'It is approved, and runs once when it is asked for again.',
  denied: 'It is denied.',
  expired: 'Its time is over: nothing runs.',
  used: 'It was approved, and has run.',
};

/** What the page `/approvals/{id}` shows. */
@Injectable()
export class ApprovalViews {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly pages: Pages,
  ) {}

  /** `hidden`: for somebody who may decide now. */
  page(approval: OpenedApproval, hidden: Html | undefined, faulty?: FaultyDecision): PageContent {
    const status = statusOf(approval, this.clock.now());
    const { tool, server } = approval;
    const body = html`${faulty === undefined ? '' : alert(faulty.fault)} ${this.facts(approval)}
    ${
      hidden === undefined
        ? html`${shownArguments(approval)}
            <p class="lead" role="status">
              ${status === 'waiting' ? 'It waits for somebody who may decide about it.' : outcomes[status]}
            </p>`
        : this.form(approval, hidden, faulty)
    }`;
    const name = `${visibleText(tool)} of ${server}`;
    return { heading: status === 'waiting' ? `May ${name} run?` : name, body };
  }

  private facts(approval: OpenedApproval): Html {
    const { caller, server, tool, reason, note, decidedBy, runId, expiresAt } = approval;
    const now = this.clock.now();
    const isWaiting = statusOf(approval, now) === 'waiting';
    return facts([
      ['Tool', visibleText(tool)],
      ['Server', server],
      ['Asked by', nameOf(caller)],
      ...(runId === null ? [] : ([['Run', runId]] as const)),
      ...(reason === null ? [] : ([['Reason', visibleText(reason)]] as const)),
      ...(isWaiting ? ([['Ends', untilInWords(expiresAt - now, now)]] as const) : []),
      ...(decidedBy === null ? [] : ([['Decided by', nameOf(decidedBy)]] as const)),
      ...(note === null ? [] : ([['Note', visibleText(note)]] as const)),
    ]);
  }

  private form(approval: OpenedApproval, hidden: Html, faulty: FaultyDecision | undefined): Html {
    const text = faulty?.text ?? visibleJson(approval.arguments);
    const isEditable = encodeURIComponent(text).length <= this.config.values.MAX_FORM_BYTES - spareFormBytes;
    return html`<form method="post" action="${this.pages.path(approvalPath(approval.id))}">
      ${hidden}
      ${
        isEditable
          ? html`<p class="field">
              <label for="arguments">Arguments</label>
              <textarea
                id="arguments"
                name="arguments"
                rows="10"
                spellcheck="false"
                aria-describedby="arguments-hint"
              >
${text}</textarea>
              <small id="arguments-hint"
                >The tool is called with these. What cannot be seen is written out.</small
              >
            </p>`
          : shownArguments(approval)
      }
      <p class="field">
        <label for="note">Note</label>
        <textarea id="note" name="note" rows="2" maxlength="${maxNote}" aria-describedby="note-hint">
${faulty?.note ?? ''}</textarea>
        <small id="note-hint">Whoever asked is told it, a model too.</small>
      </p>
      <p class="actions">
        <button class="main" name="decision" value="approve">Approve</button>
        <button name="decision" value="deny">Deny</button>
      </p>
    </form>`;
  }
}

function shownArguments({ arguments: args }: OpenedApproval): Html {
  return html`<p class="field">
    <label for="arguments">Arguments</label>
    <textarea id="arguments" rows="10" spellcheck="false" readonly>${visibleJson(args)}</textarea>
  </p>`;
}

function nameOf(caller: NamedCaller): string {
  const kinds = { user: '', key: 'the key ', client: 'a program of ' };
  return `${kinds[caller.kind]}${visibleText(shownName(caller))}`;
}
