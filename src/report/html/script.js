'use strict';
(function () {
  var root = document.documentElement;
  function remembered(value) {
    try {
      if (value) localStorage.setItem('autofix-theme', value);
      return localStorage.getItem('autofix-theme');
    } catch (error) {
      return null;
    }
  }
  function isDark() {
    return root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }
  function changeTheme() {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    remembered(root.dataset.theme);
  }
  var theme = remembered();
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  document.getElementById('theme').addEventListener('click', changeTheme);

  function compare(a, b) {
    var x = parseFloat(a), y = parseFloat(b);
    if (!isNaN(x) && !isNaN(y) && x !== y) return x - y;
    return a.localeCompare(b, 'en', { numeric: true });
  }
  function sort(table, column, head) {
    var down = head.getAttribute('aria-sort') === 'ascending';
    var body = table.tBodies[0], rows = Array.prototype.slice.call(body.rows);
    table.querySelectorAll('th').forEach(function (other) { other.removeAttribute('aria-sort'); });
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    rows.sort(function (a, b) {
      var order = compare(a.cells[column].textContent, b.cells[column].textContent);
      return down ? -order : order;
    });
    rows.forEach(function (row) { body.appendChild(row); });
  }
  document.querySelectorAll('table.sortable').forEach(function (table) {
    table.querySelectorAll('th').forEach(function (head, column) {
      head.querySelector('button').addEventListener('click', function () { sort(table, column, head); });
    });
  });

  function copy(code, button) {
    var range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    button.textContent = document.execCommand('copy') ? 'copied' : 'selected';
    setTimeout(function () { button.textContent = 'copy'; }, 1500);
  }
  document.querySelectorAll('.command').forEach(function (line) {
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'copy';
    button.addEventListener('click', function () { copy(line.querySelector('code'), button); });
    line.appendChild(button);
  });

  function openTarget() {
    var target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    var details = target ? target.closest('details') : null;
    if (!details) return;
    details.open = true;
    if (details !== target) target.scrollIntoView();
  }
  addEventListener('hashchange', openTarget);
  openTarget();

  function pick(drawing, state) {
    drawing.classList.toggle('picked', state !== null);
    drawing.querySelectorAll('.step').forEach(function (step) { step.classList.toggle('on', state !== null && step.dataset.from === state); });
  }
  document.querySelectorAll('.model .state').forEach(function (state) {
    var drawing = state.closest('svg');
    ['focus', 'mouseenter'].forEach(function (name) { state.addEventListener(name, function () { pick(drawing, state.dataset.state); }); });
    ['blur', 'mouseleave'].forEach(function (name) { state.addEventListener(name, function () { pick(drawing, null); }); });
  });

  var faults = Array.prototype.slice.call(document.querySelectorAll('section.fault'));
  function walk(step) {
    var at = faults.indexOf(document.activeElement ? document.activeElement.closest('section.fault') : null);
    var next = faults[Math.max(0, Math.min(faults.length - 1, at + step))];
    if (!next) return;
    next.focus({ preventScroll: true });
    next.scrollIntoView();
  }
  addEventListener('keydown', function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'j') walk(1);
    else if (event.key === 'k') walk(-1);
    else if (event.key === 't') changeTheme();
    else if (event.key === 'g') scrollTo(0, 0);
  });
}());
