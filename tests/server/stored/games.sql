BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	game VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	detail TEXT NOT NULL, 
	request VARCHAR(80), 
	CONSTRAINT pk_events PRIMARY KEY (game, seq), 
	CONSTRAINT uq_events_game_request UNIQUE (game, request), 
	CONSTRAINT fk_events_game FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('JiurA8yJL1YR9KRb',1,1794803766781,'join',1,'1 Ben',NULL);
INSERT INTO "events" VALUES('JiurA8yJL1YR9KRb',2,1794803767039,'move',0,'c4rw','0:051a790740a3b3f9');
INSERT INTO "events" VALUES('JiurA8yJL1YR9KRb',3,1794803767303,'move',1,'swap','1:cb97d3a8f8bcdb58');
INSERT INTO "events" VALUES('JiurA8yJL1YR9KRb',4,1794803767780,'move',0,'E','0:d12193386d5b97b1');
INSERT INTO "events" VALUES('JiurA8yJL1YR9KRb',5,1794803768201,'move',0,'a1rr','0:cb6af8950730a57e');
INSERT INTO "events" VALUES('JiurA8yJL1YR9KRb',6,1794803768338,'offer',0,'draw','0:683050c3cebe4b37');
INSERT INTO "events" VALUES('JiurA8yJL1YR9KRb',7,1794803768514,'decline',1,'draw','1:6ef4be86d7d35763');
INSERT INTO "events" VALUES('JiurA8yJL1YR9KRb',8,1794803768679,'resign',1,'','1:bd58a2051f60ce02');
INSERT INTO "events" VALUES('yzjqoXJZdR0Nye3P',1,1794803769084,'move',0,'c4rw','0:f76624006725fa2e');
INSERT INTO "events" VALUES('yzjqoXJZdR0Nye3P',2,1794803769414,'move',1,'E','0:ee088bc9b527dfe7');
INSERT INTO "events" VALUES('yzjqoXJZdR0Nye3P',3,1794803769672,'move',1,'a1ww','0:457330c01fd8f4b1');
INSERT INTO "events" VALUES('yzjqoXJZdR0Nye3P',4,1794803769934,'move',0,'-','0:5a22e16ec5645bcc');
INSERT INTO "events" VALUES('yzjqoXJZdR0Nye3P',5,1794803770141,'move',1,'b7rr','0:8268b94eaedab080');
INSERT INTO "events" VALUES('yzjqoXJZdR0Nye3P',6,1794803770298,'undo',1,'4','0:d302c646326558ef');
INSERT INTO "events" VALUES('yzjqoXJZdR0Nye3P',7,1794803770716,'undo',0,'3','0:a641c29f9568786b');
INSERT INTO "events" VALUES('yzjqoXJZdR0Nye3P',8,1794803771090,'redo',0,'1','0:1a9aeb4f3b14e85f');
INSERT INTO "events" VALUES('PqRQKxE1KZR7bY0U',1,1794803771661,'join',3,'1 Ben',NULL);
INSERT INTO "events" VALUES('PqRQKxE1KZR7bY0U',2,1794803771849,'join',1,'2 Cid',NULL);
INSERT INTO "events" VALUES('PqRQKxE1KZR7bY0U',3,1794803772473,'move',0,'L:e5,f5,g5*2','0:ebbc155121fed918');
INSERT INTO "events" VALUES('PqRQKxE1KZR7bY0U',4,1794803772862,'move',1,'L:f8,f9,f10,g8','2:237b8fae94666d0c');
INSERT INTO "events" VALUES('PqRQKxE1KZR7bY0U',5,1794803773224,'move',2,'L:j6*3,j7','0:bcda29c34e0ec95f');
INSERT INTO "events" VALUES('PqRQKxE1KZR7bY0U',6,1794803773512,'move',3,'T:d3,e2,e3,f3','1:8ea609d89f056ef8');
INSERT INTO "events" VALUES('PqRQKxE1KZR7bY0U',7,1794803773646,'offer',3,'takeback','1:e9222da012bf2881');
INSERT INTO "events" VALUES('ShEpZPxmMcbMSfD0',1,1794803774421,'move',1,'-','0:12a7a990c3833e08');
INSERT INTO "events" VALUES('ShEpZPxmMcbMSfD0',2,1794803774603,'resign',0,'','0:853ce805d4954567');
INSERT INTO "events" VALUES('ShEpZPxmMcbMSfD0',3,1794803774750,'rematch',0,'Fzn8sHnzy7oYYxsT','0:ca7369eb990a518f');
INSERT INTO "events" VALUES('ogwvqborRVqJSr8A',1,1794803775103,'pause',NULL,'','0:cf7bbf2f6f009e14');
INSERT INTO "events" VALUES('ogwvqborRVqJSr8A',2,1794803775215,'resume',NULL,'','0:b7e49dc2f0db83e4');
INSERT INTO "events" VALUES('ogwvqborRVqJSr8A',3,1794803775338,'stop',NULL,'','0:56c8f4b2e9ced0c1');
CREATE TABLE games (
	id VARCHAR(32) NOT NULL, 
	rules VARCHAR(32) NOT NULL, 
	options JSON NOT NULL, 
	start TEXT NOT NULL, 
	prelude JSON NOT NULL, 
	result JSON, 
	source TEXT, 
	seats JSON NOT NULL, 
	clock_seconds INTEGER, 
	clock_increment INTEGER, 
	created BIGINT NOT NULL, 
	invite_hash VARCHAR(64), 
	over BOOLEAN NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('JiurA8yJL1YR9KRb','carnac','{"board": "small", "stock": 28, "first": "red", "final_tilt": false, "swap": true}','','[]',NULL,NULL,'[{"kind": "person", "name": "Ann \u265c", "level": null, "holder": 0}, {"kind": "open", "name": "", "level": null, "holder": null}]',300,5,1794803766475,'3c695c41aecff7599fec7d7ab248e38e62ef11d4cd83f683b61ed39440956277',1);
INSERT INTO "games" VALUES('yzjqoXJZdR0Nye3P','carnac','{"board": "medium", "stock": 28, "first": "red", "final_tilt": false, "swap": false}','','[]',NULL,NULL,'[{"kind": "person", "name": "Ann", "level": null, "holder": 0}, {"kind": "person", "name": "Cid", "level": null, "holder": 0}]',NULL,NULL,1794803768835,NULL,0);
INSERT INTO "games" VALUES('PqRQKxE1KZR7bY0U','caminos','{"board": "octagon", "players": 4, "first": "yellow", "neutral": false, "points": false, "swap": false, "pieces": "classic"}','','[]',NULL,NULL,'[{"kind": "person", "name": "Ann", "level": null, "holder": 0}, {"kind": "open", "name": "", "level": null, "holder": null}, {"kind": "person", "name": "Ann", "level": null, "holder": 0}, {"kind": "open", "name": "", "level": null, "holder": null}]',NULL,NULL,1794803771453,'aa71e6af0fbfd6ced424c689e4cabc52bace1dba1e135b14773ce2d39e902741',0);
INSERT INTO "games" VALUES('A9fcPfUrVKFyNLIQ','caminos','{"board": "diamond", "players": 2, "first": "yellow", "neutral": true, "points": true, "swap": false, "pieces": "classic"}','','[]',NULL,NULL,'[{"kind": "person", "name": "Ann", "level": null, "holder": 0}, {"kind": "engine", "name": "", "level": 3, "holder": null}]',NULL,NULL,1794803773899,NULL,0);
INSERT INTO "games" VALUES('w27yyV7fGxgtCvIJ','carnac','{"board": "small", "stock": 28, "first": "red", "final_tilt": false, "swap": true}','','["c4rw", "swap", "E", "a1rr"]','{"winner": "white", "reason": "resign"}','[Game "carnac"]
[Board "small"]
[Stock "28"]
[First "red"]
[FinalTilt "false"]
[Swap "true"]
[Date "2026-11-16"]
[Player1 "Ann ♜"]
[Player2 "Ben"]
[Reason "resignation"]
[TimeControl "300+5"]

1. c4rw {[%clk 0:05:00]} swap {[%clk 0:05:04.736]} E {[%clk 0:04:59.523]}
2. a1rr {[%clk 0:05:04.102]} 1-0
','[{"kind": "person", "name": "Ann \u265c", "level": null, "holder": 0}, {"kind": "person", "name": "Ben", "level": null, "holder": 0}]',NULL,NULL,1794803774064,NULL,1);
INSERT INTO "games" VALUES('ShEpZPxmMcbMSfD0','carnac','{"board": "medium", "stock": 28, "first": "red", "final_tilt": false, "swap": false}','carnac medium 28 r w2 c4rw?,d5e5w','[]',NULL,'[Game "carnac"]
[Board "medium"]
[Stock "28"]
[First "red"]
[FinalTilt "false"]
[Swap "false"]
[Position "carnac medium 28 r w2 c4rw?,d5e5w"]

*
','[{"kind": "person", "name": "", "level": null, "holder": 0}, {"kind": "person", "name": "", "level": null, "holder": 0}]',NULL,NULL,1794803774079,NULL,1);
INSERT INTO "games" VALUES('Fzn8sHnzy7oYYxsT','carnac','{"board": "medium", "stock": 28, "first": "red", "final_tilt": false, "swap": false}','carnac medium 28 r w2 c4rw?,d5e5w','[]',NULL,NULL,'[{"kind": "person", "name": "", "level": null, "holder": 0}, {"kind": "person", "name": "", "level": null, "holder": 0}]',NULL,NULL,1794803774750,NULL,0);
INSERT INTO "games" VALUES('ogwvqborRVqJSr8A','carnac','{"board": "medium", "stock": 28, "first": "red", "final_tilt": false, "swap": false}','','[]',NULL,NULL,'[{"kind": "engine", "name": "", "level": 1, "holder": null}, {"kind": "engine", "name": "", "level": 2, "holder": null}]',NULL,NULL,1794803774987,NULL,1);
CREATE TABLE holders (
	game VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_holders PRIMARY KEY (game, number), 
	CONSTRAINT fk_holders_game FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "holders" VALUES('JiurA8yJL1YR9KRb',0,'fbeb89c40c1e25543ee83bc492611e126b6e38cea8c9d0276215e5ea099108c6');
INSERT INTO "holders" VALUES('JiurA8yJL1YR9KRb',1,'22bbfd2d723f9b248b51ee9808d59e915df9f03750a23239e706051ea6243b2c');
INSERT INTO "holders" VALUES('yzjqoXJZdR0Nye3P',0,'ae3ccc41129c3fae2c332f5edb84e2a9cf91f78f0601ef6293ac59eebc5dd997');
INSERT INTO "holders" VALUES('PqRQKxE1KZR7bY0U',0,'6130dc209b47b623b9b99511530889ecf54499130379453e0553675aa688b754');
INSERT INTO "holders" VALUES('PqRQKxE1KZR7bY0U',1,'a33ceedc84e86da9fa5243568e7e23822da01ddec865a32b458dc3954b37d873');
INSERT INTO "holders" VALUES('PqRQKxE1KZR7bY0U',2,'22172ce6f90a26cffe039927eda3cc867bf88fdaeb3f211a533b65a1202e3ad1');
INSERT INTO "holders" VALUES('A9fcPfUrVKFyNLIQ',0,'bbc9c3805653c9314e0e03f26e26a56da13487b7dc4d32fc7259710dbf2640da');
INSERT INTO "holders" VALUES('w27yyV7fGxgtCvIJ',0,'a1172888ed0098f39c31d6c9e1c8180fb26da1512349a52bb08f90007b8c1bb0');
INSERT INTO "holders" VALUES('ShEpZPxmMcbMSfD0',0,'385bb2263afffd44864e31903cf823e3b339fe4a12876882443482f7db16d0b5');
INSERT INTO "holders" VALUES('Fzn8sHnzy7oYYxsT',0,'385bb2263afffd44864e31903cf823e3b339fe4a12876882443482f7db16d0b5');
INSERT INTO "holders" VALUES('ogwvqborRVqJSr8A',0,'7733735994c129229d42eaa723f98242104bd3a4426496d7f58bc574e60f3405');
CREATE TABLE pulse (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_pulse PRIMARY KEY (id)
);
INSERT INTO "pulse" VALUES(1,1794803767841);
CREATE INDEX ix_games_running_clocks ON games (over, clock_seconds);
COMMIT;
