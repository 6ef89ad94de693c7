-- Work for a woven SQLite: inserts, an index, joins, text, recursion.
create table word (id integer primary key, text text, n integer);
with recursive i (n) as (select 1 union all select n + 1 from i where n < 60000)
insert into word select n, printf ('%x-%d', n * 7919 % 65536, n % 97), n % 1000 from i;
create index word_text on word (text);
select count (*), min (text), max (text), sum (n) from word where text like 'a%';
select a.n, count (*) from word a join word b on a.n = b.id group by a.n order by 2 desc, 1 limit 5;
update word set text = upper (text) where n % 3 = 0;
delete from word where n % 7 = 0;
select length (group_concat (text)), count (distinct n) from word;
pragma integrity_check;
