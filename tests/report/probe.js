// What a user does with report.html; each line that begins with PROBE FAIL fails tests/report/html.sh.
(function () {
  var lines = [], n = 0;
  function say(text) { lines.push('PROBE ' + text); }
  function check(ok, what) { n++; if (!ok) say('FAIL ' + what); }
  function all(selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); }
  function press(key) { (document.activeElement || document.body).dispatchEvent(new KeyboardEvent('keydown', { key: key, bubbles: true })); }
  function column(table, index) {
    return Array.prototype.map.call(table.tBodies[0].rows, function (row) { return parseFloat(row.cells[index].textContent); });
  }
  function isSorted(values, sign) {
    return values.every(function (value, i) { return i === 0 || sign * (value - values[i - 1]) >= 0; });
  }

  if (innerWidth < 500) say('narrow ' + innerWidth);
  check(document.documentElement.scrollWidth <= innerWidth, 'the page is wider than the window: ' + document.documentElement.scrollWidth);
  all('main *').forEach(function (element) {
    var box = element.getBoundingClientRect();
    if (box.width > 0 && box.right > innerWidth + 1 && !element.closest('.wide, pre')) check(false, 'too wide: ' + element.outerHTML.slice(0, 80));
  });

  // tables sort both ways, by click and by keyboard, and say so
  all('table.snapshots').forEach(function (table) {
    var buttons = table.querySelectorAll('th button');
    buttons[1].click();
    check(isSorted(column(table, 1), 1), 'states are not sorted by line');
    check(table.querySelectorAll('th')[1].getAttribute('aria-sort') === 'ascending', 'the order is not told');
    buttons[1].click();
    check(isSorted(column(table, 1), -1), 'states are not sorted by line, backwards');
    buttons[0].focus();
    check(document.activeElement === buttons[0], 'a head cannot be reached by keyboard');
    buttons[0].click();
    buttons[0].click();
    check(isSorted(column(table, 0), -1), 'states are not sorted by suspiciousness');
    check(table.querySelectorAll('[aria-sort]').length === 1, 'two orders are told');
  });
  check(all('table.snapshots').length > 0, 'no table of states');

  // fixes stand above the source, and words are explained
  all('section.fault').forEach(function (section) {
    var heads = Array.prototype.map.call(section.querySelectorAll('h3'), function (head) { return head.textContent; });
    if (heads.indexOf('Fixes') >= 0 && heads.indexOf('Source and suspicion') >= 0)
      check(heads.indexOf('Fixes') < heads.indexOf('Source and suspicion'), 'the source stands above the fixes');
  });
  all('section.fault dt').forEach(function (term) {
    check(!term.textContent || term.title.length > 10, 'no explanation of ' + term.textContent);
  });
  check(all('section.fault dt[title]').length > 3, 'no terms');

  // light and dark, by key and by button; the colours do change
  var before = getComputedStyle(document.body).backgroundColor, theme = document.getElementById('theme');
  press('t');
  var after = getComputedStyle(document.body).backgroundColor;
  check(before !== after, 'key t does not change the colours');
  theme.click();
  check(getComputedStyle(document.body).backgroundColor === before, 'the button does not change them back');
  function luminance(color) {
    var parts = color.match(/[\d.]+/g).slice(0, 3).map(function (part) {
      var c = part / 255;
      return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  }
  function contrast(element, base) {
    var a = luminance(getComputedStyle(element).color), b = luminance(getComputedStyle(base).backgroundColor);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  ['light', 'dark'].forEach(function (name) {
    document.documentElement.dataset.theme = name;
    check(contrast(document.body, document.body) >= 7, name + ': text is hard to read');
    all('section.fault .clause, section.fault .badge, section.fault .id, section.fault a, section.fault dt').forEach(function (element) {
      check(contrast(element, element.closest('section')) >= 4.5, name + ': hard to read: ' + element.outerHTML.slice(0, 60));
    });
  });
  document.documentElement.removeAttribute('data-theme');

  // j and k walk the faults
  var faults = all('section.fault');
  document.activeElement.blur();
  press('j');
  check(document.activeElement === faults[0], 'j does not go to the first fault');
  press('j');
  check(document.activeElement === faults[Math.min(1, faults.length - 1)], 'j does not go on');
  press('k');
  check(document.activeElement === faults[0], 'k does not go back');

  // fixes: the first is open, a click opens another, a link to a closed one opens it
  var fixes = all('details.fix');
  check(fixes.length > 0 && fixes[0].open, 'the best fix is not open');
  check(fixes[0].querySelector('table.sides .change') !== null, 'no change in the diff');
  check(fixes[0].querySelector('table.sides').getBoundingClientRect().height > 20, 'the diff is not seen');
  if (fixes.length > 1) {
    check(!fixes[1].open, 'another fix is open');
    fixes[1].querySelector('summary').click();
    check(fixes[1].open, 'a click does not open a fix');
    fixes[1].open = false;
    location.hash = fixes[1].id;
  }
  check(all('.command button').length >= fixes.length, 'commands cannot be copied');
  var button = document.querySelector('.command button');
  button.click();
  check(getSelection().toString() === button.parentNode.querySelector('code').textContent, 'copy does not select the command');
  check(button.textContent !== 'copy', 'copy says nothing');

  // the behavioural model: states are reached by keyboard and show what leads out of them; its text can be read in both colours
  var states = all('.model .state'), steps = all('.model .step');
  check(states.length > 1 && steps.length > 0, 'no behavioural model');
  var left = states.filter(function (state) { return steps.length > 0 && state.dataset.state === steps[0].dataset.from; })[0];
  left.focus();
  check(document.activeElement === left, 'a state cannot be reached by keyboard');
  check(steps.filter(function (step) { return step.classList.contains('on'); }).every(function (step) { return step.dataset.from === left.dataset.state; }),
    'arrows of another state are shown');
  check(all('.model .step.on').length > 0, 'a state does not show what leads out of it');
  left.blur();
  check(all('.model .step.on').length === 0, 'arrows stay when the state is left');
  states.forEach(function (state, i) {
    var a = state.querySelector('rect').getBoundingClientRect();
    check(Array.prototype.every.call(state.querySelectorAll('text'), function (text) { return text.getBoundingClientRect().right <= a.right; }), 'text runs out of its state');
    states.slice(i + 1).forEach(function (other) {
      var b = other.querySelector('rect').getBoundingClientRect();
      check(state.closest('svg') !== other.closest('svg') || a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top, 'states overlap');
    });
  });
  check(document.querySelector('.model tbody tr[id]') !== null, 'a state leads nowhere');

  // every control has a name, every target of a finger is large enough
  all('button, summary, a').forEach(function (element) {
    check((element.textContent + (element.getAttribute('aria-label') || '')).trim() !== '', 'without a name: ' + element.outerHTML.slice(0, 60));
  });
  all('table.source').forEach(function (table) {
    check(table.querySelector('.here .flag') !== null, 'the place of the violation is not marked');
  });

  setTimeout(function () {
    if (fixes.length > 1) check(fixes[1].open, 'a link does not open the fix it names');
    say('done: ' + n + ' checks');
    var pre = document.createElement('pre');
    pre.id = 'probe';
    pre.textContent = '\n' + lines.join('\n') + '\n';
    document.body.appendChild(pre);
    if (parent !== window) parent.postMessage(lines.join('\n'), '*');
  }, 300);
}());
