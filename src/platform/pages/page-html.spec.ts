import { html } from './page-html.js';

describe('html', () => {
  it('escapes text and attribute values', () => {
    const evil = `"><script>alert('1')</script>&`;
    expect(html`<a title="${evil}">${evil}</a>`.markup).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</a>',
    );
  });

  it('leaves markup as it is, also in lists, and nothing of what is absent', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(
      html`<ul>
        ${items}${undefined}${false}
      </ul>`.markup.replace(/\s+/g, ''),
    ).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>');
  });

  it('writes numbers', () => {
    expect(html`<p>${0}</p>`.markup).toBe('<p>0</p>');
  });
});
